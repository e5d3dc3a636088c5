import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { CDN_DEFAULTS, type CdnMetrics, type CdnRegions, type CdnSettings } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { addTimes, countTime } from '../../src/lib/response-times.ts';
import { addUsage, type UsageRow } from '../../src/metrics/usage.repo.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { firstDayOf } from '../../src/modules/cdn/cdn-metrics.service.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { tenant, type Tenant } from '../site/site-support.ts';

let server: TestServer;
let own: Tenant;
before(async () => {
  server = await startTestServer();
  own = await tenant(server);
});
after(() => server.stop());

const HOUR = 3_600_000;
const newSite = (values: Record<string, unknown> = {}) =>
  server.scenario.site(own.partner, own.customer, { name: `s${randomUUID().slice(0, 8)}`, ...values });
const rulesOf = async (fqdn: string) => (await createEdgeDirectory(server.db, server.app).resolve(fqdn))?.cache;
const settingsOf = async (id: string) => (await own.client.get<CdnSettings>(`/cdn/get/${id}`)).body;
const SETTINGS = {
  file_type: [{ type: String.raw`(?i)\.jpeg`, duration: 86_400 }],
  ...{ default_cache_time: 43_200, is_stale: true, ignore_cache: true, qsh: false },
};

test('settings begin with the defaults, which are not in use until they are saved', async () => {
  const site = await newSite();
  const settings = await settingsOf(site.id);
  assert.deepEqual(settings, {
    ...CDN_DEFAULTS,
    ...{ hostname: site.fqdn, origin: settings.origin, saved_at: null, off_reason: null },
  });
  assert.ok(settings.origin.includes(site.fqdn));
  assert.equal((await rulesOf(site.fqdn))?.defaultSeconds, null);
});

test('saved settings are the rules of the edge, with another version each time', async () => {
  const site = await newSite();
  const before = await rulesOf(site.fqdn);
  const saved = await own.client.put(`/cdn/update/${site.id}`, {
    cache_settings: { ...SETTINGS, hostname: site.fqdn, origin: 'anything' },
  });
  assert.deepEqual([saved.status, saved.body['message']], [200, 'Schedule Cache saved!']);
  const rules = await rulesOf(site.fqdn);
  assert.deepEqual(
    { ...rules, version: '' },
    {
      ...{ version: '', defaultSeconds: 43_200, typeSeconds: { jpeg: 86_400 } },
      ...{ serveStale: true, ignoreOrigin: true, queryStrings: false },
    },
  );
  assert.notEqual(rules?.version, before?.version);
  const { hostname: _h, origin: _o, saved_at, off_reason: _r, ...settings } = await settingsOf(site.id);
  assert.deepEqual(settings, SETTINGS);
  assert.ok(saved_at);
});

test('types twice, unknown types and times, and the address of another site are refused', async () => {
  const site = await newSite();
  const [rule] = SETTINGS.file_type;
  for (const wrong of [
    { file_type: [rule, rule] },
    { file_type: [{ type: 'jpeg', duration: 3_600 }] },
    { file_type: [{ type: String.raw`(?i)\.php`, duration: 3_600 }] },
    { default_cache_time: 5 },
    { hostname: 'other.example.com' },
  ]) {
    const { status } = await own.client.put(`/cdn/update/${site.id}`, { cache_settings: { ...SETTINGS, ...wrong } });
    assert.equal(status, 422, JSON.stringify(wrong));
  }
  assert.equal((await settingsOf(site.id)).saved_at, null);
  for (const urls of [[], ['about'], ['/a b'], Array.from({ length: 31 }, () => '/a')]) {
    const { status } = await own.client.post('/cdn/purge', { purge_settings: { fqdn: site.fqdn, urls } });
    assert.equal(status, 422, JSON.stringify(urls));
  }
});

test('a staging copy has no cache, and the settings say why', async () => {
  const stage = await newSite({ isStage: true });
  assert.equal(await rulesOf(stage.fqdn), undefined);
  assert.equal((await settingsOf(stage.id)).off_reason, 'staging');
});

/** Eight responses of up to 10 ms, and two of up to 3 s. */
const TIMES = [10, 10, 10, 10, 10, 10, 10, 10, 2_500, 2_500].map(countTime).reduce(addTimes, []);

const usage = (siteId: string, at: number, more: Partial<UsageRow> = {}): UsageRow => ({
  ...{ siteId, requests: 10, bytes: 1_000, pageViews: 4, hits: 5, bots: 2, s2xx: 9, s4xx: 1, times: TIMES },
  ...{ day: new Date(at).toISOString().slice(0, 10), hour: new Date(at - (at % HOUR)).toISOString() },
  parts: [
    { part: 'content', name: 'pages', requests: 4, bytes: 300 },
    { part: 'content', name: 'images', requests: 6, bytes: 700 },
    { part: 'region', name: 'DE', requests: 10, bytes: 1_000 },
  ],
  ...more,
});
const count = (...rows: UsageRow[]) => addUsage(server.db, { id: randomUUID(), rows });

test('metrics are by hour or day, with gaps as zero, and add up', async () => {
  const site = await newSite();
  const now = Date.now();
  // Twice in the same hour, in one batch with another hour, and again in another batch.
  await count(usage(site.id, now), usage(site.id, now - 24 * HOUR * 3));
  await count(usage(site.id, now), usage(site.id, now - 24 * HOUR * 200));
  const metrics = async (period: string, type: string) =>
    (await own.client.get<CdnMetrics>(`/cdn/getmetrics/${site.id}/${period}/${type}`)).body;
  const day = await metrics('day', 'traffic');
  assert.equal(day.points.length, 24);
  assert.deepEqual(day.points.at(-1), { at: new Date(now - (now % HOUR)).toISOString(), value: 2_000 });
  assert.equal((await metrics('week', 'requests')).totals.requests, 30);
  const month = await metrics('month', 'page_views');
  assert.deepEqual([month.points.length, month.points.at(-4)?.value, month.points.at(-3)?.value], [30, 4, 0]);
  const year = await metrics('year', 'hits');
  assert.deepEqual(year.totals, {
    ...{ requests: 40, traffic: 4_000, page_views: 16, hits: 20, bots: 8 },
    ...{ response_median: 8.9, response_p95: 2_750 },
    statuses: { s2xx: 36, s3xx: 0, s4xx: 4, s5xx: 0 },
  });
  const slow = await metrics('day', 'response_p95');
  assert.deepEqual([slow.points.at(-1)?.value, slow.points.at(-2)?.value], [2_750, 0]);
  assert.equal((await metrics('month', 'response_median')).points.at(-4)?.value, 8.9);
  assert.deepEqual(year.content, [
    { name: 'images', value: 2_800 },
    { name: 'pages', value: 1_200 },
  ]);
  const regions = await own.client.get<CdnRegions>(`/cdn/getmetricsbyregion/${site.id}/month/throughput`);
  assert.deepEqual(regions.body.regions, [{ region: 'DE', value: 3_000 }]);
});

test('content and regions are those of whole days: today and as many before as the page says', async () => {
  for (const time of ['00:10', '12:00', '23:50'])
    assert.deepEqual(
      (['day', 'week', 'month', 'year'] as const).map((period) =>
        firstDayOf(period, Date.parse(`2026-03-10T${time}:00Z`)).toISOString(),
      ),
      ['2026-03-09', '2026-03-03', '2026-02-09', '2025-03-11'].map((day) => `${day}T00:00:00.000Z`),
    );
  const site = await newSite();
  const midnight = Date.now() - (Date.now() % (24 * HOUR));
  await count(usage(site.id, midnight - 24 * HOUR), usage(site.id, midnight - 25 * HOUR));
  const { content } = (await own.client.get<CdnMetrics>(`/cdn/getmetrics/${site.id}/day/traffic`)).body;
  assert.deepEqual(content, [
    { name: 'images', value: 700 },
    { name: 'pages', value: 300 },
  ]);
});

test('usage and page views are those of the last 30 days, as in the lists', async () => {
  const site = await newSite();
  await count(usage(site.id, Date.now()), usage(site.id, Date.now() - 40 * 24 * HOUR));
  const read = async (path: string) => (await own.client.get<{ data: number }>(path)).body.data;
  assert.equal(await read(`/cdn/usage/${site.id}?action=cdnUsage`), 1_000);
  assert.equal(await read(`/cdn/page/views/${site.id}?action=pageView`), 4);
});

test('a batch that comes again changes nothing, and a deleted site leaves nothing', async () => {
  const site = await newSite();
  const batch = { id: randomUUID(), rows: [usage(site.id, Date.now())] };
  await addUsage(server.db, batch);
  await addUsage(server.db, batch);
  await own.client.put(`/cdn/update/${site.id}`, { cache_settings: SETTINGS });
  const left = async () => {
    const found = await server.db.execute(sql`
      select (select sum(requests)::int from traffic_hour where resource_id = ${site.id}) as hours,
        (select count(*)::int from traffic_part_day where resource_id = ${site.id}) as parts,
        (select count(*)::int from cdn_setting where resource_id = ${site.id}) as settings`);
    return (found as unknown as { rows: unknown[] }).rows[0];
  };
  assert.deepEqual(await left(), { hours: 10, parts: 3, settings: 1 });
  await server.db.execute(sql`delete from workload where id = ${site.id}`);
  assert.deepEqual(await left(), { hours: null, parts: 0, settings: 0 });
});
