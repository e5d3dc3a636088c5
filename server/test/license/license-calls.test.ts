import type { Blueprint, License, Page, User } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { blueprint } from '../../src/db/schema.ts';
import { insertCustomer } from '../../src/modules/user/user.repo.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant } from '../site/site-support.ts';
import { give, staffOf, upgraded } from './license-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const check = (client: Client, email: string) =>
  client.get(`/partner/license/checkwordpress?${new URLSearchParams({ email })}`);

test('whether a customer has a license with room for a WordPress site: for themselves, and for staff', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const { email } = own.customer;
  assert.deepEqual((await check(own.client, email)).body, { status: false, licenses: 0, sites_used: 0, sites_left: 0 });
  const license = await give(staff, own.customer, { product: 'site_pro' });
  await upgraded(own.client, license.id, (await readySite(own, 'shop')).site_id);
  const found = { status: true, licenses: 1, sites_used: 1, sites_left: 1 };
  assert.deepEqual((await check(own.client, email.toUpperCase())).body, found);
  assert.deepEqual((await check(staff, email)).body, found);
});

test('nobody learns of others whether they have an account', async () => {
  const own = await tenant(server);
  const other = await tenant(server);
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  for (const client of [neighbour, other.client, await staffOf(server, other.partner)])
    assert.deepEqual([(await check(client, own.customer.email)).status], [404]);
  assert.equal((await check(await staffOf(server, own.partner), 'nobody@example.com')).status, 404);
  const hinted = await own.client.get(
    `/partner/license/checkwordpress?email=${own.customer.email}&partnerId=${other.partner.id}`,
  );
  assert.equal(hinted.body['code'], 'TENANT_MISMATCH');
});

test('licenses that were given are listed by project, and are the caller’s own', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const site = await give(staff, own.customer);
  await give(staff, await server.scenario.customer(own.partner));
  const given = async (project_type: string) =>
    ((await own.client.post('/stripe/licenses/developer', { project_type })).body as unknown as License[]).map(
      ({ id }) => id,
    );
  assert.deepEqual([await given('site'), await given('app')], [[site.id], []]);
});

test('staff find a user by email or by a user name that is the only one; others of the partner stay unknown', async () => {
  const { partner } = await tenant(server);
  const staff = await staffOf(server, partner);
  const find = (value: string) => staff.get<User>(`/nucal/username-email/${encodeURIComponent(value)}`);
  const [one, two] = [await server.scenario.customer(partner), await server.scenario.customer(partner)];
  const [name = ''] = one.email.split('@');
  assert.equal((await find(one.email.toUpperCase())).body.id, one.id);
  assert.equal((await find(name)).body.id, one.id);
  const same = { partnerId: partner.id, email: `${name}@elsewhere.example`, firstname: '', lastname: '' };
  await insertCustomer(server.db, same, new Date());
  assert.equal((await find(name)).status, 404);
  assert.equal((await find(two.email)).body.id, two.id);
  const foreign = await tenant(server);
  assert.equal((await find(foreign.customer.email)).status, 404);
  assert.equal((await find('%')).status, 404);
});

test('snapshots of the partner: customers see those that are offered, and nobody’s own', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const list = async (client: Client) =>
    (await client.post<Page<Blueprint>>('/partner/snapshot/list', { pageSize: 50 })).body.pageElements.map(
      ({ name }) => name,
    );
  const row = (name: string, customerId: string | null, isOffered: boolean) => ({
    ...{ name, customerId, isOffered, partnerId: own.partner.id, siteFqdn: 'a.example', includesContent: false },
    ...{ status: 'succeeded' as const, taskId: randomUUID(), siteId: null },
  });
  await server.db
    .insert(blueprint)
    .values([row('Shop', null, true), row('Draft', null, false), row('Mine', own.customer.id, false)]);
  assert.deepEqual(await list(own.client), ['Shop']);
  assert.deepEqual((await list(staff)).sort(), ['Draft', 'Shop']);
});
