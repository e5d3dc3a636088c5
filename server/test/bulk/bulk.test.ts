import { contract, type App, type Bulk, type Page, type Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { auditLog, user, workload } from '../../src/db/schema.ts';
import { checkMayCall, contextOf } from '../../src/modules/bulk/caller.ts';
import { startTestServer, until, type Client, type PartnerRow, type TestServer } from '../../src/testing/index.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

async function world(names: readonly string[]) {
  const partner = await server.scenario.partner({ isSpecial: true });
  const admin = await server.scenario.admin(partner);
  const [from, to] = [await server.scenario.customer(partner), await server.scenario.customer(partner)];
  const sites = [];
  for (const name of names) sites.push(await server.scenario.site(partner, from, { name }));
  const [staff, customer] = [await server.as(partner, admin), await server.as(partner, from)];
  return { partner, admin, staff, from, to, customer, sites, ids: sites.map(({ id }) => id) };
}

async function ended(client: Client, path: string, body: object): Promise<Bulk> {
  const started = await client.post<{ bulk_id: string }>(path, body);
  assert.equal(started.status, 200, started.text);
  return until('the end of the change', async () => {
    const { body: bulk } = await client.get<Bulk>(`/bulk/${started.body.bulk_id}`);
    const { body: task } = await client.get(`/task/${bulk.task_id}`);
    return task['ended_at'] !== null && (await client.get<Bulk>(`/bulk/${started.body.bulk_id}`)).body;
  });
}
const sitesOf = async (client: Client, query = '') =>
  (await client.get<Page<Site>>(`/site/filter?pageSize=100${query}`)).body.pageElements;
const lines = (partner: PartnerRow, action: string) =>
  server.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.partnerId, partner.id), eq(auditLog.action, action)));

test('staff move all that a filter finds to another customer, and what is there already is unchanged', async () => {
  const { partner, admin, staff, from, to, customer } = await world(['shop-a', 'shop-b', 'other']);
  const stranger = await world(['shop-c']);
  const body = { action: 'move', customer_id: to.id, filter: { keyword: 'shop' } };
  const done = await ended(staff, '/site/bulk', body);
  assert.deepEqual(done.counts, { waiting: 0, done: 2, unchanged: 0, refused: 0 });
  assert.deepEqual([done.subject, done.action, done.customer], ['site', 'move', to.email]);
  assert.equal((await sitesOf(staff, `&customer_id=${to.id}`)).length, 2);
  assert.equal((await sitesOf(staff, `&customer_id=${from.id}`)).length, 1);
  const written = await lines(partner, 'site.assignCustomer');
  assert.deepEqual(
    written.map(({ userId, call }) => [userId, call]),
    [
      [admin.id, 'site.assignCustomer'],
      [admin.id, 'site.assignCustomer'],
    ],
  );
  const again = await ended(staff, '/site/bulk', body);
  assert.deepEqual(again.counts, { waiting: 0, done: 0, unchanged: 2, refused: 0 });
  assert.equal((await lines(partner, 'site.assignCustomer')).length, 2, 'nothing was done');

  assert.equal((await stranger.staff.get(`/bulk/${done.id}`)).status, 404);
  assert.equal((await customer.get(`/bulk/${done.id}`)).status, 404, 'a change of staff is not theirs');
  const foreign = await staff.post('/site/bulk', { ...body, customer_id: stranger.to.id });
  assert.equal(foreign.status, 404);
  const own = await customer.post('/site/bulk', { ...body, customer_id: to.id });
  assert.deepEqual([own.status, own.body['code']], [403, 'FORBIDDEN']);
});

test('ids of others are passed over; one on which a task works is named, and holds up no other', async () => {
  const { customer, sites, ids } = await world(['one', 'two', 'busy', 'kept']);
  const stranger = await world(['theirs']);
  const [one = '', two = '', busy = ''] = ids;
  await server.db.update(workload).set({ assignedAt: null, status: 'failed' }).where(eq(workload.id, two));
  await server.db.update(workload).set({ taskId: randomUUID() }).where(eq(workload.id, busy));
  const done = await ended(customer, '/site/bulk', {
    ...{ action: 'delete', ids: [one, sites[1]?.fqdn, busy, ...stranger.ids] },
  });
  assert.deepEqual(done.counts, { waiting: 0, done: 2, unchanged: 0, refused: 1 });
  const [first] = done.items;
  assert.deepEqual([first?.fqdn, first?.error?.code], [sites[2]?.fqdn, 'TASK_RUNNING']);
  await until('the deletions', async () => (await sitesOf(customer)).length === 2);
  assert.equal((await sitesOf(stranger.staff)).length, 1);
  const none = await customer.post('/site/bulk', { action: 'delete', ids: stranger.ids });
  assert.deepEqual([none.status, none.body['code']], [422, 'VALIDATION']);
  for (const body of [{ ids, filter: {} }, {}, { filter: {}, action: 'tag' }, { filter: {}, action: 'deploy' }])
    assert.equal((await customer.post('/site/bulk', { action: 'delete', ...body })).status, 422);
});

test('tags are added and taken away, are found by the filter, and belong to customer and staff', async () => {
  const { customer, staff, ids, from, partner } = await world(['one', 'two', 'full']);
  const [one = '', , full = ''] = ids;
  const many = Array.from({ length: 20 }, (_, i) => `t${String(i).padStart(2, '0')}`);
  assert.equal((await customer.put(`/workload/${full}/tags`, { tags: many })).status, 200);
  const tagged = await ended(staff, '/site/bulk', { action: 'tag', tag: 'VIP', filter: {} });
  assert.deepEqual([tagged.counts.done, tagged.items[0]?.error?.code], [2, 'TAGS_FULL']);
  assert.equal((await sitesOf(customer, '&tag=vip')).length, 2);
  const { body } = await customer.get<{ tags: string[] }>('/workload/tags?subject=site');
  assert.deepEqual(body.tags, [...many, 'vip']);
  const stale = await customer.put(`/workload/${one}/tags`, { tags: ['new'], expected: { tags: [] } });
  assert.deepEqual([stale.status, stale.body['code']], [409, 'CONFLICT']);
  const away = await ended(customer, '/site/bulk', { action: 'untag', tag: 'vip', filter: { tag: 'vip' } });
  assert.equal(away.counts.done, 2);

  const app = await server.scenario.app(partner, from, 'an-app');
  assert.equal((await ended(customer, '/nucal/bulk', { action: 'tag', tag: 'web', filter: {} })).counts.done, 1);
  const apps = await customer.get<Page<App>>('/nucal/user/apps?tag=web');
  assert.deepEqual(
    apps.body.pageElements.map(({ id, tags }) => [id, tags]),
    [[app.id, ['web']]],
  );
  assert.equal((await sitesOf(customer, '&tag=web')).length, 0);
});

test('applications are deployed, moved and deleted by the rules of the single calls', async () => {
  const { customer, staff, from, to, partner } = await world([]);
  for (const name of ['app-a', 'app-b']) await server.scenario.app(partner, from, name);
  const deployed = await ended(customer, '/nucal/bulk', { action: 'deploy', filter: { searchKey: 'app-a' } });
  assert.equal(deployed.items.length, 1);
  assert.notEqual(deployed.items[0]?.outcome, 'waiting');
  const moved = await ended(staff, '/nucal/bulk', {
    action: 'move',
    customer_id: to.id,
    filter: { searchKey: 'app-b' },
  });
  assert.equal(moved.counts.done, 1, JSON.stringify(moved));
  const left = await customer.get<Page<App>>('/nucal/user/apps');
  assert.deepEqual(
    left.body.pageElements.map(({ name }) => name),
    ['app-a'],
  );
  const removed = await ended(staff, '/nucal/bulk', { action: 'delete', filter: { searchKey: 'app-b' } });
  assert.equal(removed.counts.done, 1, JSON.stringify(removed));
});

test('a cancellation leaves the rest untouched', async () => {
  const { customer, partner, from } = await world([]);
  await server.scenario.sites(partner, from, 400);
  const { body } = await customer.post<{ bulk_id: string }>('/site/bulk', { action: 'tag', tag: 'wave', filter: {} });
  const { body: begun } = await customer.get<Bulk>(`/bulk/${body.bulk_id}`);
  assert.equal((await customer.post(`/task/${begun.task_id}/cancel`, {})).status, 200);
  const { counts } = await until('the end of the change', async () => {
    const { body: task } = await customer.get(`/task/${begun.task_id}`);
    return task['ended_at'] !== null && (await customer.get<Bulk>(`/bulk/${body.bulk_id}`)).body;
  });
  assert.ok(counts.waiting > 0, JSON.stringify(counts));
  assert.equal((await customer.get<Page<Site>>('/site/filter?tag=wave')).body.totalCount, counts.done);
});

test('rights are those of the moment: who has lost them meanwhile changes nothing more', async () => {
  const { admin, partner } = await world([]);
  const caller = { personId: admin.id, actorId: null, request: { id: 'r', ip: '127.0.0.1', userAgent: '' } };
  const { meta } = contract.site.assignCustomer['~orpc'];
  const now = async () => checkMayCall(await contextOf(server.app, partner.id, caller), meta);
  await now();
  await server.db.update(user).set({ staffRole: 'read_only' }).where(eq(user.id, admin.id));
  await assert.rejects(now, { code: 'STAFF_ROLE' });
  await server.db.update(user).set({ staffRole: 'owner', suspendedAt: new Date() }).where(eq(user.id, admin.id));
  await assert.rejects(now, { code: 'FORBIDDEN' });
});
