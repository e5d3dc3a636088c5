import { limitsOfPlan } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { license } from '../../src/db/schema.ts';
import { eq } from 'drizzle-orm';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, newSite, tenant } from '../site/site-support.ts';
import { give, outcome, siteAt, staffOf } from './license-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('a new site runs on its license from the beginning, and one license is for one site', async () => {
  const own = await tenant(server);
  const given = await give(await staffOf(server, own.partner), own.customer);
  const create = (name: string) =>
    own.client.post('/site', newSite(own.fqdn(name), { license_key: given.license_key }));
  const both = await Promise.all([create('one'), create('two')]);
  assert.deepEqual(both.map((answer) => outcome(answer)[1]).sort(), ['LICENSE_USED', 'ok']);
  const started = both.find(({ status }) => status === 200);
  const task = await ended(own.client, started?.body['task_id']);
  assert.equal(task.status, 'succeeded');
  const site = await siteAt(own.client, task.site_id ?? '');
  assert.deepEqual(
    [site.status, site.plan_type, site.license_key, site.stripe_license_id],
    ['ready', 'STARTER', given.license_key, given.id],
  );
  const overview = await own.client.get<{ limits: object }>(`/site/${site.site_id}/overview`);
  assert.deepEqual(overview.body.limits, limitsOfPlan('STARTER').site);
});

test('a reserved name has its license, too', async () => {
  const own = await tenant(server);
  const given = await give(await staffOf(server, own.partner), own.customer);
  const answer = await own.client.post('/site', { fqdn: own.fqdn('plain-pages'), license_key: given.license_key });
  const task = await ended(own.client, answer.body['task_id']);
  assert.equal((await siteAt(own.client, task.site_id ?? '')).plan_type, 'STARTER');
});

test('licenses of others, of applications, and ended ones make no site', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const create = async (key: string, name: string) =>
    outcome(await own.client.post('/site', newSite(own.fqdn(name), { license_key: key })));
  const other = await give(staff, await server.scenario.customer(own.partner));
  assert.deepEqual(await create(other.license_key, 'foreign'), [404, 'NOT_FOUND']);
  const app = await give(staff, own.customer, { product: 'app_starter' });
  assert.deepEqual(await create(app.license_key, 'wrong-kind'), [409, 'LICENSE_NOT_VALID']);
  const over = await give(staff, own.customer);
  await server.db
    .update(license)
    .set({ toDate: new Date(0) })
    .where(eq(license.id, over.id));
  assert.deepEqual(await create(over.license_key, 'ended'), [409, 'LICENSE_NOT_VALID']);
  assert.equal((await own.client.get<{ totalCount: number }>('/site')).body.totalCount, 0);
});
