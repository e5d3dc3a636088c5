/**
 * Time to the first rows of the lists of sites, plugins and backups with 10,000 rows against 10, over HTTP, on
 * PGlite or, with TEST_DATABASE_URL, on PostgreSQL. Target: at most 1.2 ×. `node server/bench/lists.ts [rounds]`.
 */
import { sql } from 'drizzle-orm';
import { startTestServer, type Client } from '../src/testing/index.ts';

const SIZES = [10, 10_000] as const;
const WANTED = 1.2;
const rounds = Number(process.argv[2] ?? 200);

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const server = await startTestServer();
const { db, scenario } = server;

/** A signed-in customer with this many sites, plugins and backups, and with one of the sites for the backups. */
async function customerWith(count: number): Promise<{ client: Client; paths: Record<string, string> }> {
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner, { planType: 'BUSINESS' });
  await scenario.sites(partner, customer, count);
  const owned = await scenario.site(partner, customer, { name: `backed-up-${count}` });
  await db.execute(sql`
    insert into backup (workload_id, task_id, name, type, status, size)
    select ${owned.id}::uuid, gen_random_uuid(), 'Backup ' || n, 'daily', 'succeeded', 1000 from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into extension (partner_id, customer_id, kind, slug, name, version, author, description, file_size, digest)
    select ${partner.id}::uuid, ${customer.id}::uuid, 'plugin', 'plugin-' || n, 'Plugin ' || n, '1.0', '', '', 1000, ''
    from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into site_extension (site_id, kind, slug, name, version, active)
    select ${owned.id}::uuid, 'plugin', 'plugin-' || n, 'Plugin ' || n, '1.0', true from generate_series(1, ${count}::int) n`);
  // All were just read, so that no request starts to read them.
  await db.execute(sql`
    insert into site_extension_check (site_id, tried_at, checked_at)
    select id, now() + interval '1 hour', now() from workload where partner_id = ${partner.id}`);
  // Every tenth site fails a check, and every tenth hit a limit.
  await db.execute(sql`
    update workload set evidence = jsonb_build_array(jsonb_build_object('name', 'HTTP', 'ok', right(name, 1) <> '1', 'detail', '200', 'checked_at', now()))
    where partner_id = ${partner.id}`);
  await db.execute(sql`
    insert into limit_hit (workload_id, day, kind, count, last_at)
    select id, (now() at time zone 'utc')::date, 'memory', 1, now() from workload where partner_id = ${partner.id} and name like '%2'`);
  const paths = {
    sites: '/site?pageIndex=0&pageSize=10',
    'search that finds one': '/site/filter?keyword=site-7&pageIndex=0&pageSize=10',
    'search that finds one, nested': '/site/filter?keyword=site-7&nested=true&pageIndex=0&pageSize=10',
    'healthy sites': '/site/filter?health=healthy&pageIndex=0&pageSize=5',
    'unhealthy sites': '/site/filter?health=attention&health=down&pageIndex=0&pageSize=5',
    backups: `/backup?site_id=${owned.id}&pageIndex=0&pageSize=10`,
    plugins: '/plugin?pageIndex=1&pageSize=10',
    'installed plugins': '/plugin/installed?pageIndex=1&pageSize=10',
  };
  return { client: await server.as(partner, customer), paths };
}

try {
  const [small, large] = [await customerWith(SIZES[0]), await customerWith(SIZES[1])];
  await db.execute(sql`analyze`);
  let missed = false;
  for (const name of Object.keys(small.paths)) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const [index, { client, paths }] of [small, large].entries()) {
        const began = performance.now();
        const { status, text } = await client.get(paths[name] ?? '');
        if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
        // The first rounds compile and fill caches.
        if (round >= 20) times[index as 0 | 1].push(performance.now() - began);
      }
    const [few, many] = [median(times[0]), median(times[1])];
    missed ||= many / few > WANTED;
    console.log(
      `${name}: ${few.toFixed(2)} ms with ${SIZES[0]}, ${many.toFixed(2)} ms with ${SIZES[1]}: ${(many / few).toFixed(2)} × (wanted: at most ${WANTED})`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await server.stop();
}
