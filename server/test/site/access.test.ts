import { SITE_STATUSES, SITE_TRANSITIONS, type Page, type Site } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { workload } from '../../src/db/schema.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { ended, newSite, readySite, tenant, WP_INFO } from './site-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

/** Every call that names a site, with its input. */
const callsOn = (
  id: string,
  fqdn: string,
  taskId: string,
): [string, (client: Client) => Promise<{ status: number; text: string }>][] => [
  ['byId', (c) => c.get(`/site/id/${id}`)],
  ['overview', (c) => c.get(`/site/${id}/overview`)],
  ['nameservers', (c) => c.get(`/site/fqdn/${fqdn}/nameservers`)],
  ['wordpressInfo', (c) => c.get(`/site/wordpress/${fqdn}/info`)],
  ['fileSize', (c) => c.get(`/site/${fqdn}/file/size`)],
  ['version', (c) => c.get(`/site/${fqdn}/version`)],
  ['passwordProtection', (c) => c.get(`/site/${id}/password-protection`)],
  ['check', (c) => c.get(`/site/check/${taskId}`)],
  ['update', (c) => c.put(`/site/id/${id}`, { name: 'mine-now' })],
  ['rename', (c) => c.put(`/site/${fqdn}/by-fqdn`, { new_fqdn: fqdn.replace(/^[^.]+/, 'mine-now') })],
  ['remove', (c) => c.delete(`/site/delete/${id}`)],
  ['removeFailed', (c) => c.delete(`/site/failed/fqdn?fqdn=${fqdn}`)],
];
const customerCalls = (id: string): [string, (client: Client) => Promise<{ status: number; text: string }>][] => [
  ['finalize', (c) => c.post('/site/finalize', { site_id: id, type: 'wordpress', wp_info: WP_INFO })],
];
const staffCalls = (id: string): [string, (client: Client) => Promise<{ status: number; text: string }>][] => [
  ['updateStatus', (c) => c.put(`/site/${id}/status`, { status: 'processing' })],
  ['assignCustomer', (c) => c.put(`/site/${id}/customer`, { customer_id: null })],
];

test('another customer’s or partner’s site is not found, whatever the call', async () => {
  const own = await tenant(server);
  const ready = await readySite(own, 'private');
  const started = await own.client.post('/site', newSite(own.fqdn('more')));
  const task = await ended(own.client, started.body['task_id']);
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  const elsewhere = await server.scenario.partner();
  const stranger = await server.as(elsewhere, await server.scenario.customer(elsewhere));
  const admin = await server.as(elsewhere, await server.scenario.admin(elsewhere));
  const everybody = callsOn(ready.site_id, ready.fqdn, task.task_id);
  const tries: [string, Client, typeof everybody][] = [
    ['neighbour', neighbour, [...everybody, ...customerCalls(ready.site_id)]],
    ['stranger', stranger, [...everybody, ...customerCalls(ready.site_id)]],
    ['admin elsewhere', admin, [...everybody, ...staffCalls(ready.site_id)]],
  ];
  for (const [who, client, calls] of tries) {
    for (const [name, send] of calls) {
      const answer = await send(client);
      assert.equal(answer.status, 404, `${who} ${name}: ${answer.status} ${answer.text}`);
    }
  }
  const { body } = await own.client.get<Site>(`/site/id/${ready.site_id}`);
  assert.deepEqual([body.status, body.name, body.customer_id], ['ready', 'private', own.customer.id]);
});

test('customers may not set a status or assign sites, staff may not create', async () => {
  const own = await tenant(server);
  const row = await server.scenario.site(own.partner, own.customer, { name: 'mine' });
  for (const [name, send] of staffCalls(row.id)) assert.equal((await send(own.client)).status, 403, name);
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  assert.equal((await admin.post('/site', newSite(own.fqdn('staff')))).status, 403);
});

test('a superadmin sees the sites of the host’s partner, and no others', async () => {
  const own = await tenant(server);
  const other = await tenant(server);
  await server.scenario.site(own.partner, own.customer, { name: 'here' });
  await server.scenario.site(other.partner, other.customer, { name: 'there' });
  const operator = await server.scenario.superadmin();
  const here = await server.as(own.partner, operator);
  assert.deepEqual(
    (await here.get<Page<Site>>('/site')).body.pageElements.map((row) => row.name),
    ['here'],
  );
});

test('with sites switched off the calls are rejected', async () => {
  const partner = await server.scenario.partner({ attributes: { SECTION_SITES: 'false' } });
  const client = await server.as(partner, await server.scenario.customer(partner));
  const answer = await client.get('/site');
  assert.deepEqual([answer.status, answer.body['code']], [403, 'SECTION_OFF']);
});

test('a site can be assigned only to a customer of the same partner', async () => {
  const own = await tenant(server);
  const other = await tenant(server);
  const row = await server.scenario.site(own.partner, own.customer, { name: 'gift' });
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  assert.equal((await admin.put(`/site/${row.id}/customer`, { customer_id: other.customer.id })).status, 404);
  assert.equal((await own.client.get<Site>(`/site/id/${row.id}`)).body.customer_id, own.customer.id);
});

test('a status set manually follows the transitions, and ready only when the site answers', async () => {
  const own = await tenant(server);
  const real = await readySite(own, 'real');
  const hollow = await server.scenario.site(own.partner, own.customer, { name: 'hollow' });
  for (const from of SITE_STATUSES) {
    // Each checks the site, and an account makes few such calls a second.
    const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
    for (const to of SITE_STATUSES) {
      for (const id of [real.site_id, hollow.id]) {
        await server.db.update(workload).set({ status: from }).where(eq(workload.id, id));
        const answer = await admin.put(`/site/${id}/status`, { status: to });
        const allowed = SITE_TRANSITIONS[from].includes(to);
        const expected = !allowed
          ? 'BAD_TRANSITION'
          : to === 'ready' && id === hollow.id
            ? 'SITE_NOT_READY'
            : undefined;
        assert.deepEqual(
          [answer.status, answer.body['code']],
          [expected ? 409 : 200, expected],
          `${from} → ${to}: ${answer.text}`,
        );
        const [row] = await server.db.select({ status: workload.status }).from(workload).where(eq(workload.id, id));
        assert.equal(row?.status, expected ? from : to);
      }
    }
  }
});
