/**
 * How long the overview of staff and its lists take with 10 and with 10,000 customers, each with a site, and 100,000 tasks and
 * 100,000 invoices, over HTTP, on PGlite or, with TEST_DATABASE_URL, on PostgreSQL. Target: at most 100 ms with the most.
 * `node server/bench/overview.ts [rounds]`.
 */
import { sql, type SQL } from 'drizzle-orm';
import { startTestServer, type Client } from '../src/testing/index.ts';

const SIZES = [10, 10_000] as const;
const WANTED_MS = 100;
const rounds = Number(process.argv[2] ?? 50);
const PATHS = {
  overview: '/overview',
  tasks: '/task?pageSize=10',
  'failed tasks': `/task?status=failed&from=${new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)}&pageSize=10`,
  'sites with certificates that end': '/site/filter?warning=certificate&pageSize=10',
  'sites that are nearly full': '/site/filter?warning=disk&pageSize=10',
  'licenses past due': '/partner/license?payment=past_due&pageSize=10',
};

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const server = await startTestServer();
const { db, scenario } = server;

const AT_ONCE = 500;

/** Runs a statement for the numbers from 1, some at a time: the database may run in this process. */
async function inParts(count: number, statement: (numbers: SQL) => SQL): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE)
    await db.execute(statement(sql`generate_series(${from}::int, ${Math.min(count, from + AT_ONCE - 1)}::int) n`));
}

/** Staff of a partner with this many customers and sites, and ten times as many tasks and invoices; one of a hundred needs attention. */
async function staffWith(count: number): Promise<Client> {
  const partner = await scenario.partner();
  const idOf = (kind: string, n: SQL) => sql`md5(${partner.id} || ${kind} || ${n})::uuid`;
  const [site, customer] = [idOf('site', sql`n`), idOf('user', sql`n`)];
  const tenth = idOf('user', sql`((n - 1) / 10 + 1)`);
  await inParts(
    count,
    (numbers) => sql`
    insert into "user" (id, partner_id, email, role, created_at)
    select ${customer}, ${partner.id}::uuid, 'c' || n || ${`@${partner.slug}.example`}, 'customer', now() - n * interval '1 hour' from ${numbers}`,
  );
  await inParts(
    count,
    (numbers) => sql`
    insert into workload (id, partner_id, customer_id, fqdn, name, kind, type, status, infra_domain_id, assigned_at, created_at, file_size, evidence)
    select ${site}, ${partner.id}::uuid, ${customer}, 's' || n || ${`.${partner.sitesDomain}`}, 's' || n, 'static', 'site_builder', 'ready', '', now(),
      now() - n * interval '1 hour', case when n % 100 = 0 then 2000000000 else 1000000 end,
      jsonb_build_array(jsonb_build_object('name', 'HTTP', 'ok', n % 100 <> 1, 'detail', '200', 'checked_at', now())) from ${numbers}`,
  );
  await inParts(
    count,
    (numbers) => sql`
    insert into license (partner_id, customer_id, key, product, provider, term_months, started_at, from_date, to_date, provider_status)
    select ${partner.id}::uuid, ${customer}, gen_random_uuid()::text, 'site_pro', 'stripe', 1, now(), now(), now() + interval '20 days',
      case when n % 100 = 0 then 'past_due' else 'active' end from ${numbers}`,
  );
  await inParts(
    count,
    (numbers) => sql`
    insert into migration (partner_id, customer_id, type, status, token, fqdn, created_at)
    select ${partner.id}::uuid, ${customer}, 'host', case when n % 100 = 0 then 'pending' else 'ready' end, gen_random_uuid()::text, 'm.example',
      now() - n * interval '1 hour' from ${numbers}`,
  );
  await inParts(
    count,
    (numbers) => sql`
    insert into certificate (resource, resource_id, kind, hosts, chain, sealed_key, fingerprint, issuer, not_before, not_after)
    select 'site', ${site}, 'acme', '{}', '', '', n::text, '', now() - interval '60 days',
      now() + case when n % 100 = 0 then interval '3 days' else interval '30 days' end from ${numbers}`,
  );
  await inParts(
    count * 10,
    (numbers) => sql`
    insert into task (partner_id, customer_id, kind, resource, resource_id, title, status, created_at, ended_at)
    select ${partner.id}::uuid, ${tenth}, 'site.create', 'site', n::text, 'site ' || n, case when n % 100 = 0 then 'failed' else 'succeeded' end,
      now() - n * interval '1 minute', now() from ${numbers}`,
  );
  await inParts(
    count * 10,
    (numbers) => sql`
    insert into invoice (partner_id, customer_id, provider_invoice, status, description, total_amount, amount_paid, currency, created_at)
    select ${partner.id}::uuid, ${tenth}, gen_random_uuid()::text, 'paid', '', 1000, 1000, 'usd', now() - n * interval '10 minutes' from ${numbers}`,
  );
  return server.as(partner, await scenario.admin(partner));
}

try {
  const clients = [await staffWith(SIZES[0]), await staffWith(SIZES[1])];
  await db.execute(sql`analyze`);
  let missed = false;
  for (const [name, path] of Object.entries(PATHS)) {
    const times: number[][] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const [index, client] of clients.entries()) {
        const began = performance.now();
        const { status, text } = await client.get(path);
        if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
        // The first rounds compile and fill caches.
        if (round >= 10) times[index]?.push(performance.now() - began);
      }
    const [few = 0, many = 0] = times.map(median);
    missed ||= many > WANTED_MS;
    console.log(
      `${name}: ${few.toFixed(1)} ms with ${SIZES[0]}, ${many.toFixed(1)} ms with ${SIZES[1]} (wanted: at most ${WANTED_MS} ms)`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await server.stop();
}
