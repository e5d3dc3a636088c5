// On both databases: site-list.repo.ts and its plans.
import type { Page, Site, SiteSummary } from '@panel/contract';
import { sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { workload } from '../../src/db/schema.ts';
import { listSites, listStatement } from '../../src/modules/site/site-list.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { addUsage, type UsageRow } from '../../src/metrics/usage.repo.ts';
import { tenant } from './site-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const usage = (rows: UsageRow[]) => addUsage(server.db, { id: randomUUID(), rows });
const names = (page: Page<Site>) => page.pageElements.map((row) => row.name);

test('pages are newest first, ten at a time, with the total', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, 23);
  const first = (await own.client.get<Page<Site>>('/site')).body;
  assert.deepEqual([first.pageIndex, first.pageSize, first.totalCount, first.totalPage], [0, 10, 23, 3]);
  assert.deepEqual(
    names(first),
    Array.from({ length: 10 }, (_, i) => `site-${23 - i}`),
  );
  const last = (await own.client.get<Page<Site>>('/site?pageIndex=2')).body;
  assert.deepEqual(names(last), ['site-3', 'site-2', 'site-1']);
  const beyond = (await own.client.get<Page<Site>>('/site?pageIndex=9')).body;
  assert.deepEqual([beyond.totalCount, beyond.pageElements], [23, []]);
  const all = (await own.client.get<Site[]>('/site/')).body;
  assert.equal(all.length, 23);
});

test('every order returns every site once', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, 12);
  await server.scenario.site(own.partner, own.customer, { name: 'zz-last', status: 'failed', type: 'site_builder' });
  for (const orderBy of ['created_at', 'fqdn', 'status', 'type']) {
    for (const sortOrder of ['asc', 'desc']) {
      const seen = new Set<string>();
      for (let pageIndex = 0; pageIndex < 4; pageIndex++) {
        const { body } = await own.client.get<Page<Site>>(
          `/site?orderBy=${orderBy}&sortOrder=${sortOrder}&pageSize=4&pageIndex=${pageIndex}`,
        );
        for (const row of body.pageElements) seen.add(row.fqdn);
      }
      assert.equal(seen.size, 13, `${orderBy} ${sortOrder}`);
    }
  }
  const byName = (await own.client.get<Page<Site>>('/site?orderBy=fqdn&sortOrder=desc&pageSize=1')).body;
  assert.deepEqual(names(byName), ['zz-last']);
});

test('filters: part of the address or the title, states, types; pattern characters are literal', async () => {
  const own = await tenant(server);
  for (const [name, status, type] of [
    ['alpha', 'ready', 'wordpress'],
    ['alphabet', 'failed', 'site_builder'],
    ['beta', 'ready', 'github'],
  ] as const) {
    const title = `Bäckerei ${name.slice(-4)}`;
    await server.scenario.site(own.partner, own.customer, { name, status, type, title });
  }
  const filter = async (query: string) =>
    names((await own.client.get<Page<Site>>(`/site/filter?orderBy=fqdn&${query}`)).body);
  assert.deepEqual(await filter('keyword=ALPHA'), ['alpha', 'alphabet']);
  assert.deepEqual(await filter(`keyword=${encodeURIComponent('bäckerei ')}`), ['alpha', 'alphabet', 'beta']);
  assert.deepEqual(await filter(`keyword=${encodeURIComponent('äckerei Beta')}`), ['beta']);
  assert.deepEqual(await filter('keyword=%25'), []);
  assert.deepEqual(await filter('keyword=a_pha'), []);
  assert.deepEqual(await filter('status=failed&status=ready&status=failed&type=site_builder'), ['alphabet']);
  assert.deepEqual(await filter(''), ['alpha', 'alphabet', 'beta']);
  assert.equal((await own.client.get('/site/filter?status=nonsense')).status, 422);
  assert.equal((await own.client.get('/site/filter?orderBy=fqdn&orderBy=fqdn&pageIndex=0&pageIndex=0')).status, 200);
  assert.equal((await own.client.get('/site/filter?pageIndex=0&pageIndex=1')).status, 422);
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  const byMail = await admin.get<Page<Site>>(`/site/filter?keyword=${own.customer.email.slice(0, 12)}`);
  assert.equal(byMail.body.totalCount, 3);
  assert.equal(
    (await own.client.get<Page<Site>>(`/site/filter?keyword=${own.customer.email.slice(0, 12)}`)).body.totalCount,
    0,
  );
});

test('one round trip to the database, with and without filters', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, 3);
  let trips = 0;
  const counted = new Proxy(server.db, {
    get(target, key) {
      if (['execute', 'select', 'query', 'transaction', 'insert', 'update', 'delete'].includes(String(key))) trips += 1;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const scope = { partnerId: own.partner.id, customerId: 'staff' as const };
  const page = { limit: 10, offset: 0, orderBy: 'created_at' as const, sortOrder: 'desc' as const };
  assert.equal((await listSites(counted, scope, page)).total, 3);
  assert.equal(trips, 1);
  assert.equal((await listSites(counted, scope, { ...page, keyword: 'site-1' })).total, 1);
  assert.equal(trips, 2);
});

test('the page of a partner with many sites reads an index, not the table', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, 3000);
  await server.db.execute(sql`analyze workload`);
  const plan = await server.db.execute(
    sql`explain (format json) select s.id from workload s where s.partner_id = ${own.partner.id} and s.kind <> 'node' order by s.created_at desc, s.id asc limit 10`,
  );
  const text = JSON.stringify((plan as unknown as { rows: unknown[] }).rows);
  assert.match(text, /workload_partner_created/);
  assert.doesNotMatch(text, /Seq Scan|"Sort"/);
});

test('the usage of a page comes from the index of its key, not from one page of the table for each day', async () => {
  const own = await tenant(server);
  await server.scenario.sites(own.partner, own.customer, 200);
  await server.db.transaction(async (tx) => {
    // VACUUM takes rows as visible to all only once their commit has been written.
    await tx.execute(sql`set local synchronous_commit to on`);
    // Stored day by day, as the edge does it: the days of one site are far apart.
    await tx.execute(sql`
      insert into usage_day (day, workload_id, requests, bytes, page_views)
      select day, id, 1, 1, 1 from generate_series(current_date - 29, current_date, interval '1 day') day, workload where partner_id = ${own.partner.id}`);
  });
  await server.db.execute(sql`vacuum analyze usage_day`);
  const scope = { partnerId: own.partner.id, customerId: 'staff' as const };
  const plan = await server.db.execute(
    sql`explain (format json) ${listStatement(scope, { limit: 10, offset: 0, orderBy: 'created_at', sortOrder: 'desc' })}`,
  );
  assert.match(
    JSON.stringify((plan as unknown as { rows: unknown[] }).rows),
    /"Index Only Scan"[^{}]*"Index Name":"usage_day_workload_id_day_pk"/,
  );
});

test('the counter follows every way in which sites are created, assigned and removed', async () => {
  const own = await tenant(server);
  const second = await server.scenario.customer(own.partner);
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  const other = await server.as(own.partner, second);
  const moved = await server.scenario.site(own.partner, own.customer, { name: 'moved' });
  await server.scenario.site(own.partner, own.customer, { name: 'stays' });
  const totals = async () =>
    Promise.all(
      [own.client, other, admin].map(async (client) => (await client.get<Page<Site>>('/site')).body.totalCount),
    );
  assert.deepEqual(await totals(), [2, 0, 2]);
  const given = await admin.put<{ data: Site }>(`/site/${moved.id}/customer`, { customer_id: second.id });
  assert.deepEqual([given.status, given.body.data.customer_email], [200, second.email]);
  assert.deepEqual(await totals(), [1, 1, 2]);
  await admin.put(`/site/${moved.id}/customer`, { customer_id: null });
  assert.deepEqual(await totals(), [1, 0, 2]);
  await server.db.delete(workload).where(sql`id = ${moved.id}`);
  assert.deepEqual(await totals(), [1, 0, 1]);
});

test('the summary adds up 30 days, without staging, and names the top three', async () => {
  const own = await tenant(server);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const [name, bytes] of [
    ['a', 10],
    ['b', 40],
    ['c', 30],
    ['d', 20],
  ] as const) {
    const row = await server.scenario.site(own.partner, own.customer, { name, fileSize: 100 });
    await usage([
      { siteId: row.id, day: day(0), requests: 1, bytes, pageViews: 2 },
      { siteId: row.id, day: day(29), requests: 1, bytes: 1, pageViews: 0 },
      { siteId: row.id, day: day(31), requests: 1, bytes: 1000, pageViews: 9 },
    ]);
  }
  const stage = await server.scenario.site(own.partner, own.customer, { name: 'stage', isStage: true });
  await usage([{ siteId: stage.id, day: day(0), requests: 1, bytes: 9999, pageViews: 1 }]);
  const { body } = await own.client.get<SiteSummary>('/site/summary');
  assert.deepEqual([body.siteCount, body.totalPageViews, body.totalDiskUsage, body.totalCDNUsage], [4, 8, 400, 104]);
  assert.deepEqual(
    body.days.map((one) => one.day),
    Array.from({ length: 30 }, (_, index) => day(29 - index)),
  );
  assert.deepEqual(body.days.at(0), { day: day(29), pageViews: 0, bytes: 4 });
  assert.deepEqual(body.days.at(-1), { day: day(0), pageViews: 8, bytes: 100 });
  assert.equal(
    body.days.slice(1, -1).every(({ pageViews, bytes }) => pageViews === 0 && bytes === 0),
    true,
  );
  assert.deepEqual(
    body.top.map(({ fqdn, totalCDNUsage }) => [fqdn.split('.')[0], totalCDNUsage]),
    [
      ['b', 41],
      ['c', 31],
      ['d', 21],
    ],
  );
});
