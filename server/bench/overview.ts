/**
 * How long the overview of staff and its lists take with 10 and with 10,000 customers, each with a site, and 100,000 tasks and
 * 100,000 invoices, over HTTP, on PGlite or, with TEST_DATABASE_URL, on PostgreSQL. Target: at most 100 ms with the most.
 * `node server/bench/overview.ts [rounds]`.
 */
import { sql } from 'drizzle-orm';
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

/** Staff of a partner with this many customers and sites, and ten times as many tasks and invoices; one of a hundred needs attention. */
async function staffWith(count: number): Promise<Client> {
  const partner = await scenario.partner();
  await scenario.sites(partner, null, count);
  await db.execute(sql`
    insert into "user" (partner_id, email, role, created_at)
    select ${partner.id}::uuid, 'c' || n || ${`@${partner.slug}.example`}, 'customer', now() - n * interval '1 hour' from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    update workload set customer_id = u.id, created_at = u.created_at, file_size = case when w.n % 100 = 0 then 2000000000 else 1000000 end,
      evidence = jsonb_build_array(jsonb_build_object('name', 'HTTP', 'ok', w.n % 100 <> 1, 'detail', '200', 'checked_at', now()))
    from (select id, row_number() over (order by id) as n from workload where partner_id = ${partner.id}) w
      join (select id, created_at, row_number() over (order by id) as n from "user" where partner_id = ${partner.id} and role = 'customer') u on u.n = w.n
    where workload.id = w.id`);
  await db.execute(sql`
    insert into task (partner_id, customer_id, kind, resource, resource_id, title, status, created_at, ended_at)
    select ${partner.id}::uuid, null, 'site.create', 'site', n::text, 'site ' || n, case when n % 100 = 0 then 'failed' else 'succeeded' end,
      now() - n * interval '1 minute', now() from generate_series(1, ${count * 10}::int) n`);
  await db.execute(sql`
    insert into invoice (partner_id, customer_id, provider_invoice, status, description, total_amount, amount_paid, currency, created_at)
    select ${partner.id}::uuid, u.id, gen_random_uuid()::text, 'paid', '', 1000, 1000, 'usd', u.created_at - n * interval '30 days'
    from "user" u, generate_series(0, 9) n where u.partner_id = ${partner.id} and u.role = 'customer'`);
  await db.execute(sql`
    insert into license (partner_id, customer_id, key, product, provider, term_months, started_at, from_date, to_date, provider_status)
    select ${partner.id}::uuid, u.id, gen_random_uuid()::text, 'site_pro', 'stripe', 1, now(), now(), now() + interval '20 days',
      case when row_number() over () % 100 = 0 then 'past_due' else 'active' end
    from "user" u where u.partner_id = ${partner.id} and u.role = 'customer'`);
  await db.execute(sql`
    insert into migration (partner_id, customer_id, type, status, token, fqdn, created_at)
    select ${partner.id}::uuid, u.id, 'host', case when row_number() over () % 100 = 0 then 'pending' else 'ready' end,
      gen_random_uuid()::text, 'm.example', u.created_at
    from "user" u where u.partner_id = ${partner.id} and u.role = 'customer'`);
  await db.execute(sql`
    insert into certificate (resource, resource_id, kind, hosts, chain, sealed_key, fingerprint, issuer, not_before, not_after)
    select 'site', id, 'acme', '{}', '', '', id::text, '', now() - interval '60 days',
      now() + case when row_number() over () % 100 = 0 then interval '3 days' else interval '30 days' end
    from workload where partner_id = ${partner.id}`);
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
