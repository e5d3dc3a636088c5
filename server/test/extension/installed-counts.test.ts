import { sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Rows } from '../../src/db/database.ts';
import {
  beginCheck,
  listInstalled,
  storeFailure,
  storeInventory,
  type Inventory,
} from '../../src/modules/extension/installed.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const STEPS = 120;
const SLUGS = ['akismet', 'contact', 'seo', 'shop'];
const VERSIONS = ['1.0', '1.1', '2.0'];

/** The same numbers on each run: a linear congruential generator. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const rowsOf = async (query: ReturnType<typeof sql>): Promise<unknown[]> =>
  ((await server.db.execute(query)) as unknown as Rows<unknown>).rows;

/** What triggers keep, and the same grouped anew, for all owners of some sites. */
async function kept(partners: string) {
  const sites = sql`select s.id, s.binned_at, o.owner from workload s cross join lateral (values (s.partner_id), (s.customer_id)) o(owner)
    where s.partner_id = any(${partners}::uuid[]) and o.owner is not null and s.binned_at is null`;
  const owners = sql`select id from partner where id = any(${partners}::uuid[]) union select id from "user" where partner_id = any(${partners}::uuid[])`;
  return {
    versions: await rowsOf(sql`select owner_id, kind, slug, name, version, sites, active from installed_version
      where owner_id in (${owners}) order by 1, 2, 3, 4, 5`),
    versionsGrouped:
      await rowsOf(sql`select s.owner as owner_id, kind, slug, name, version, count(*)::int as sites, (count(*) filter (where active))::int as active
      from site_extension e join (${sites}) s on s.id = e.site_id group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`),
    items: await rowsOf(sql`select owner_id, kind, slug, name, sites, active from installed_item
      where owner_id in (${owners}) order by 1, 2, 3`),
    itemsGrouped:
      await rowsOf(sql`select s.owner as owner_id, kind, slug, max(name) as name, count(*)::int as sites, (count(*) filter (where active))::int as active
      from site_extension e join (${sites}) s on s.id = e.site_id group by 1, 2, 3 order by 1, 2, 3`),
    totals: await rowsOf(sql`select owner_id, list, total from list_count
      where owner_id in (${owners}) and list like 'installed%' and total <> 0 order by 1, 2`),
    totalsGrouped:
      await rowsOf(sql`select s.owner as owner_id, 'installed_' || kind as list, count(distinct slug)::int as total
      from site_extension e join (${sites}) s on s.id = e.site_id group by 1, 2 order by 1, 2`),
    facts: await rowsOf(sql`select s.id, s.inventory_at as at, s.is_inventory_failed as failed from workload s
      where s.partner_id = any(${partners}::uuid[]) order by 1`),
    factsRead: await rowsOf(sql`select s.id, c.checked_at as at, coalesce(c.failure is not null, false) as failed
      from workload s left join site_extension_check c on c.site_id = s.id where s.partner_id = any(${partners}::uuid[]) order by 1`),
  };
}

async function assertKept(partners: string, step: string): Promise<void> {
  const { versions, versionsGrouped, items, itemsGrouped, totals, totalsGrouped, facts, factsRead } =
    await kept(partners);
  assert.deepEqual(versions, versionsGrouped, step);
  assert.deepEqual(items, itemsGrouped, step);
  assert.deepEqual(totals, totalsGrouped, step);
  assert.deepEqual(facts, factsRead, step);
}

test('the counts of installed items equal the grouping after any changes of sites and their items', async () => {
  const { db, scenario } = server;
  const partners = [await scenario.partner(), await scenario.partner()];
  const ids = `{${partners.map(({ id }) => id).join(',')}}`;
  const customers: Awaited<ReturnType<typeof scenario.customer>>[] = [];
  for (const partner of [...partners, ...partners]) customers.push(await scenario.customer(partner));
  const pick = numbers(20_261_123);
  const any = <T>(from: readonly T[]): T => from[pick(from.length)] as T;
  const inventory = (): Inventory => {
    const items = () =>
      SLUGS.filter(() => pick(3) > 0).map((slug) => {
        const version = any(VERSIONS);
        return { slug, name: `${slug} ${pick(3) === 0 ? 'Pro' : 'Free'}`, version, active: pick(2) === 0 };
      });
    return { plugin: items(), theme: items() };
  };
  let made = 0;
  const sites = new Map<string, (typeof customers)[number]>();
  const addSite = async () => {
    const customer = any(customers);
    const partner = partners.find(({ id }) => id === customer.partnerId) as (typeof partners)[number];
    const site = await scenario.site(partner, customer, { name: `kept-${(made += 1)}` });
    sites.set(site.id, customer);
  };
  const install = async (id: string) => {
    const begun = await beginCheck(db, id);
    if (begun) await storeInventory(db, id, inventory(), begun);
  };
  const others = (id: string) => customers.filter(({ partnerId }) => partnerId === sites.get(id)?.partnerId);
  const actions: Record<string, (id: string) => Promise<unknown>> = {
    install,
    'install again': install,
    fail: async (id) => {
      const begun = await beginCheck(db, id);
      if (begun) await storeFailure(db, id, 'It did not answer.', begun);
    },
    update: (id) =>
      db.execute(sql`update site_extension set version = '3.0', active = not active where site_id = ${id}`),
    bin: (id) => db.execute(sql`update workload set binned_at = now() where id = ${id}`),
    restore: (id) => db.execute(sql`update workload set binned_at = null where id = ${id}`),
    'leave without a customer': (id) => db.execute(sql`update workload set customer_id = null where id = ${id}`),
    transfer: (id) => db.execute(sql`update workload set customer_id = ${any(others(id)).id} where id = ${id}`),
    'bin all of a customer': (id) =>
      db.execute(sql`update workload set binned_at = now() where customer_id = ${sites.get(id)?.id ?? null}`),
    delete: async (id) => {
      await db.execute(sql`delete from workload where id = ${id}`);
      sites.delete(id);
      await addSite();
    },
  };
  for (let n = 0; n < 8; n += 1) await addSite();
  for (let step = 0; step < STEPS; step += 1) {
    const name = any(Object.keys(actions));
    await actions[name]?.(any([...sites.keys()]));
    await assertKept(ids, `step ${step}: ${name}`);
  }
  // Two customers leave with all they have: their sites lose the customer, then the partner is deleted with the rest.
  await db.execute(sql`delete from "user" where id in (${customers[0]?.id}, ${customers[1]?.id})`);
  await assertKept(ids, 'customers deleted');
  await db.execute(sql`delete from partner where id = ${partners[0]?.id}`);
  await assertKept(ids, 'partner deleted');
});

test('checks of many sites and moves between customers at the same time leave the right counts', async () => {
  const { db, scenario } = server;
  const partner = await scenario.partner();
  const customers = [await scenario.customer(partner), await scenario.customer(partner)];
  const sites: Awaited<ReturnType<typeof scenario.site>>[] = [];
  for (let n = 0; n < 6; n += 1) sites.push(await scenario.site(partner, customers[0] ?? null, { name: `busy-${n}` }));
  const round = async (n: number) =>
    Promise.all(
      sites.flatMap(({ id }, at) => [
        (async () => {
          const begun = await beginCheck(db, id);
          const items = SLUGS.filter((_, i) => (i + at + n) % 2 === 0);
          const plugin = (at % 2 === 0 ? items : items.toReversed()).map((slug) => ({
            ...{ slug, name: slug, version: VERSIONS[(n + at) % 3] ?? '', active: true },
          }));
          if (begun) await storeInventory(db, id, { plugin, theme: [] }, begun);
        })(),
        db.execute(sql`update workload set customer_id = ${customers[(n + at) % 2]?.id ?? null} where id = ${id}`),
      ]),
    );
  for (let n = 0; n < 10; n += 1) await round(n);
  await assertKept(`{${partner.id}}`, 'at the same time');
});

test('the list names the first hundred sites of an item by address, whether few or many sites have it', async () => {
  const { db, scenario } = server;
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner);
  await scenario.sites(partner, customer, 600);
  const all = sql`select id from workload where partner_id = ${partner.id} order by fqdn`;
  await db.execute(
    sql`insert into site_extension_check (site_id, tried_at, checked_at) select id, now(), now() from (${all}) s`,
  );
  const insert = (slug: string, count: number) =>
    db.execute(sql`insert into site_extension (site_id, kind, slug, name, version, active)
      select id, 'plugin', ${slug}, ${slug}, '1.0', true from (${all}) s limit ${count}`);
  await insert('everywhere', 600);
  await insert('some', 120);
  const addresses = (
    await rowsOf(sql`select fqdn from workload where partner_id = ${partner.id} order by fqdn limit 100`)
  ).map((row) => (row as { fqdn: string }).fqdn);
  const scope = { partnerId: partner.id, customerId: customer.id };
  const { rows, total } = await listInstalled(db, scope, 'plugin', { limit: 10, offset: 0 });
  assert.equal(total, 2);
  assert.deepEqual(
    rows.map(({ slug, siteCount, versions }) => ({ slug, siteCount, versions })),
    [
      { slug: 'everywhere', siteCount: 600, versions: ['1.0'] },
      { slug: 'some', siteCount: 120, versions: ['1.0'] },
    ],
  );
  for (const { sites } of rows)
    assert.deepEqual(
      sites.map(({ fqdn }) => fqdn),
      addresses,
    );
});
