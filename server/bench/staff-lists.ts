/**
 * Time to the first rows of the lists of staff, over HTTP: 10,000 customers against 10, 100,000 lines of the audit log against 10,
 * and 1,000 partners against 10; and how long it takes to create a partner whose panel answers with its brand. Targets: at most 1.2 × and 2 s.
 * `node server/bench/staff-lists.ts [rounds]`, on PGlite or, with TEST_DATABASE_URL, on PostgreSQL.
 */
import { sql } from 'drizzle-orm';
import { Client, startTestServer } from '../src/testing/index.ts';

const WANTED = 1.2;
const WANTED_MS = 2000;
/** The first rounds compile and fill caches. */
const WARM = 20;
const rounds = Number(process.argv[2] ?? 200) + WARM;

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const server = await startTestServer();
const { db, scenario } = server;
let missed = false;

type Read = { client: Client; path: string };

async function timeOf({ client, path }: Read): Promise<number> {
  const began = performance.now();
  const { status, text } = await client.get(path);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return performance.now() - began;
}

function report(name: string, few: number[], many: number[]): void {
  const [small, large] = [median(few.slice(WARM)), median(many.slice(WARM))];
  missed ||= large / small > WANTED;
  console.log(`${name}: ${small.toFixed(2)} ms, ${large.toFixed(2)} ms: ${(large / small).toFixed(2)} × (${WANTED})`);
}

/** Staff of a partner with so many customers and lines of the audit log. */
async function staffWith(customers: number, lines: number): Promise<Client> {
  const partner = await scenario.partner();
  const admin = await scenario.admin(partner);
  await db.execute(sql`
    insert into "user" (partner_id, email, role, created_at)
    select ${partner.id}::uuid, 'c' || n || ${`@${partner.slug}.example`}, 'customer', now() - n * interval '1 minute'
    from generate_series(1, ${customers}::int) n`);
  await db.execute(sql`
    insert into audit_log (partner_id, user_id, user_email, action, call, at, seq, hash)
    select ${partner.id}::uuid, ${admin.id}::uuid, ${admin.email}, 'site.update', 'site.update', now() - n * interval '1 minute', n, n::text
    from generate_series(1, ${lines}::int) n`);
  return server.as(partner, admin);
}

try {
  const [small, large] = [await staffWith(10, 10), await staffWith(10_000, 100_000)];
  await db.execute(sql`analyze`);
  for (const path of ['/customer?pageSize=10', '/audit?pageSize=10']) {
    const [few, many]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      few.push(await timeOf({ client: small, path }));
      many.push(await timeOf({ client: large, path }));
    }
    report(path, few, many);
  }

  // All are in one list, so few and many cannot take turns.
  for (let count = 2; count < 10; count += 1) await scenario.partner();
  const root = await server.as(await scenario.partner(), await scenario.superadmin());
  const read = { client: root, path: '/platform/partners?pageSize=10' };
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) few.push(await timeOf(read));
  for (let count = 0; count < 990; count += 1) await scenario.partner();
  await db.execute(sql`analyze`);
  for (let round = 0; round < rounds; round += 1) many.push(await timeOf(read));
  report(read.path, few, many);

  const began = performance.now();
  const created = await root.post('/platform/partners', {
    ...{ name: 'Bench', host: 'panel.bench.localhost', sites_domain: 'bench-sites.localhost' },
    ...{ support_email: 'help@bench.example', admin: { email: 'admin@bench.example' } },
  });
  if (created.status !== 200) throw new Error(created.text);
  const page = await new Client(server.port, 'panel.bench.localhost').get('/partner/whitelabel');
  const took = performance.now() - began;
  missed ||= took > WANTED_MS;
  console.log(`a partner, and its brand on its host: ${took.toFixed(0)} ms, ${page.status} (${WANTED_MS})`);
} finally {
  await server.stop();
}
process.exitCode = missed ? 1 : 0;
