import type { Notification, Page, PlanUsage } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { described } from '../../src/context/said.ts';
import { workload } from '../../src/db/schema.ts';
import { limitText, lookAtLimits } from '../../src/modules/payment/usage.service.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import { readySite, tenant } from '../site/site-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const GB = 1024 ** 3;
const toldTo = async (client: Client): Promise<string[]> =>
  (await client.get<Page<Notification>>('/notification?pageSize=50')).body.pageElements
    .filter(({ type }) => type === 'limit_near')
    .map(({ description }) => description);

test('a limit is told once for each crossing, and again after the usage has fallen', async () => {
  const own = await tenant(server);
  const { site_id, fqdn } = await readySite(own, 'shop');
  const id = site_id;
  const store = (size: number) =>
    server.db
      .update(workload)
      .set({ fileSize: Math.round(size) })
      .where(eq(workload.id, id));
  const look = async () => {
    await lookAtLimits(server.app);
    return toldTo(own.client);
  };
  await store(1.4 * GB);
  assert.deepEqual(await look(), []);
  await store(1.5 * GB);
  assert.deepEqual(await look(), [`${fqdn} has used 75% of its disk space: 1.5 GB of 2.0 GB.`]);
  await Promise.all([lookAtLimits(server.app), lookAtLimits(server.app)]);
  assert.equal((await look()).length, 1);
  await store(2 * GB);
  const [full] = await look();
  assert.match(full ?? '', /has used 100% of its disk space: 2\.0 GB of 2\.0 GB\. It can save nothing new/);
  await store(1 * GB);
  assert.equal((await look()).length, 2);
  await store(1.9 * GB);
  assert.equal((await look()).length, 3);
});

test('the usage of a customer is their own, with the fullest sites', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'shop');
  await server.db
    .update(workload)
    .set({ fileSize: Math.round(1.9 * GB) })
    .where(eq(workload.id, site.site_id));
  const usage = async (client: Client) => (await client.get<PlanUsage[]>('/plan/usage')).body;
  const found = (await usage(own.client)).map(({ kind, used, limit, level }) => [kind, used, limit, level]);
  assert.deepEqual(found, [
    ['sites', 1, 20, 0],
    ['applications', 0, 5, 0],
    ['build_minutes', 0, 300, 0],
    ['storage', Math.round(1.9 * GB), 2 * GB, 90],
  ]);
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  assert.deepEqual(
    (await usage(neighbour)).map(({ kind, used }) => [kind, used]),
    [
      ['sites', 0],
      ['applications', 0],
      ['build_minutes', 0],
    ],
  );
});

test('the text of a limit that is reached says what follows', () => {
  const sites = {
    kind: 'sites',
    subject_id: null,
    subject: null,
    used: 20,
    limit: 20,
    percent: 100,
    level: 100,
  } as const;
  assert.equal(
    described(limitText(sites)).description,
    'You have used 100% of the sites of your plan: 20 of 20. You can create no more sites until you delete one or choose a larger plan.',
  );
});

test('buy links are set by staff alone, for their partner, and somebody else’s change is not overwritten', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const none = { STARTER: '', PRO: '', PREMIUM: '', BUSINESS: '' };
  const put = (client: Client, links: object) => client.put('/partner/license/buy/settings', { ...none, ...links });
  assert.equal((await put(own.client, {})).status, 403);
  assert.equal((await put(staff, { PRO: 'https://shop.example/pro' })).status, 200);
  const link = async (client: Client) =>
    (await client.get('/partner/license/buy/link?type=PRO&language=de')).body['clickToBuyLink'];
  assert.equal(await link(own.client), 'https://shop.example/pro?language=de');
  assert.equal(await link((await tenant(server)).client), null);
  assert.equal((await put(staff, { PRO: '', expected: none })).body['code'], 'CONFLICT');
  for (const PRO of ['http://shop.example', 'https://a:b@shop.example', 'javascript:alert(1)', 'https://localhost'])
    assert.equal((await put(staff, { PRO })).status, 422, PRO);
});
