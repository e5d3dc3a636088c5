// On PostgreSQL: a change that waits for another transaction.
import type { CustomerBulk, CustomerDetail } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq, inArray } from 'drizzle-orm';
import { auditLog, license, user } from '../../src/db/schema.ts';
import {
  besideTransaction,
  startTestServer,
  until,
  type Client,
  type PartnerRow,
  type TestServer,
} from '../../src/testing/index.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

async function world(count: number) {
  const partner = await server.scenario.partner();
  const admin = await server.scenario.admin(partner);
  const customers = [];
  for (let i = 0; i < count; i += 1)
    customers.push(await server.scenario.customer(partner, { firstname: `Number${i}` }));
  return { partner, admin, staff: await server.as(partner, admin), customers, ids: customers.map(({ id }) => id) };
}

async function ended(staff: Client, path: string, body: object): Promise<CustomerBulk> {
  const started = await staff.post<{ bulk_id: string }>(path, body);
  assert.equal(started.status, 200, started.text);
  return until('the end of the change', async () => {
    const { body: bulk } = await staff.get<CustomerBulk>(`/customer/bulk/${started.body.bulk_id}`);
    const { body: task } = await staff.get(`/task/${bulk.task_id}`);
    return task['ended_at'] !== null && (await staff.get<CustomerBulk>(`/customer/bulk/${started.body.bulk_id}`)).body;
  });
}
const stateOf = async (staff: Client, id: string) => (await staff.get<CustomerDetail>(`/customer/${id}`)).body.state;
const lines = (partner: PartnerRow, action: string) =>
  server.db.$count(auditLog, and(eq(auditLog.partnerId, partner.id), eq(auditLog.action, action)));

test('all that a filter finds are suspended in one task, and a repetition changes nothing', async () => {
  const { partner, admin, staff, ids } = await world(3);
  const stranger = await world(1);
  const done = await ended(staff, '/customer/bulk', { action: 'suspend', filter: {} });
  assert.deepEqual(done.counts, { waiting: 0, done: 3, unchanged: 0, refused: 0 });
  for (const id of ids) assert.equal(await stateOf(staff, id), 'suspended');
  assert.equal(await lines(partner, 'customer.suspend'), 3);
  const [line] = await server.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.partnerId, partner.id), eq(auditLog.action, 'customer.suspend')));
  assert.deepEqual([line?.userId, line?.customerId !== null], [admin.id, true], 'by whoever asked');
  const again = await ended(staff, '/customer/bulk', { action: 'suspend', filter: {} });
  assert.deepEqual(again.counts, { waiting: 0, done: 0, unchanged: 3, refused: 0 });
  assert.equal(await lines(partner, 'customer.suspend'), 3);

  const one = await ended(staff, '/customer/bulk', { action: 'unsuspend', filter: { keyword: 'number1' } });
  assert.equal(one.counts.done, 1);
  assert.deepEqual(await Promise.all(ids.map((id) => stateOf(staff, id))), ['suspended', 'active', 'suspended']);
  assert.notEqual(await stateOf(stranger.staff, stranger.ids[0] ?? ''), 'suspended');
  assert.equal((await stranger.staff.get(`/customer/bulk/${one.id}`)).status, 404);
});

test('ids of others, of staff and of nobody are passed over', async () => {
  const { admin, staff, ids } = await world(1);
  const stranger = await world(1);
  const foreign = [admin.id, ...stranger.ids];
  const done = await ended(staff, '/customer/bulk', { action: 'suspend', ids: [...ids, ...foreign] });
  assert.deepEqual(
    done.items.map(({ customer_id, outcome }) => [customer_id, outcome]),
    [[ids[0], 'done']],
  );
  const [self] = await server.db.select().from(user).where(eq(user.id, admin.id));
  assert.equal(self?.suspendedAt, null, 'nobody suspends themselves');
  const none = await staff.post('/customer/bulk', { action: 'suspend', ids: foreign });
  assert.deepEqual([none.status, none.body['code']], [422, 'VALIDATION']);
  const both = await staff.post('/customer/bulk', { action: 'suspend', ids, filter: {} });
  assert.equal(both.status, 422);
  assert.equal((await staff.post('/customer/bulk', { action: 'tag', filter: {} })).status, 422);
});

test('tags are added and taken away; who has too many, or is being deleted, is named with the reason', async () => {
  const { staff, ids } = await world(3);
  const [first = '', second = '', third = ''] = ids;
  await staff.put(`/customer/${first}`, { tags: Array.from({ length: 20 }, (_, i) => `t${i}`) });
  await staff.put(`/customer/${second}`, { tags: ['vip'], notes: 'Calls often' });
  const tagged = await ended(staff, '/customer/bulk', { action: 'tag', tag: 'VIP', filter: {} });
  assert.deepEqual(tagged.counts, { waiting: 0, done: 1, unchanged: 1, refused: 1 });
  assert.deepEqual([tagged.items[0]?.customer_id, tagged.items[0]?.reason], [first, 'tags_full']);
  const { body } = await staff.get<CustomerDetail>(`/customer/${second}`);
  assert.deepEqual([body.tags, body.notes], [['vip'], 'Calls often']);
  const away = await ended(staff, '/customer/bulk', { action: 'untag', tag: 'vip', filter: { tag: 'vip' } });
  assert.equal(away.counts.done, 2);

  const removed = await ended(staff, '/customer/bulk/removal', { ids: [third] });
  assert.equal(removed.counts.done, 1);
  assert.equal(await stateOf(staff, third), 'deleting');
  const suspended = await ended(staff, '/customer/bulk', { action: 'suspend', filter: {} });
  assert.deepEqual([suspended.counts.done, suspended.items[0]?.reason], [2, 'deleting']);
});

test('each customer gets a license once, except who is being deleted', async () => {
  const { admin, partner, staff, ids } = await world(3);
  await staff.delete(`/customer/${ids[2]}`);
  const path = '/partner/license/bulk';
  const body = { product_identifier: 'site_pro', months: 12, autoRenewal: true, filter: {} };
  const done = await ended(staff, path, body);
  assert.deepEqual([done.counts.done, done.items[0]?.reason, done.product], [2, 'deleting', 'Site Pro']);
  const held = await server.db.select().from(license).where(eq(license.partnerId, partner.id));
  assert.deepEqual(held.map(({ customerId }) => customerId).sort(), ids.slice(0, 2).sort());
  assert.deepEqual(
    held.map(({ product, termMonths, autoRenewal }) => [product, termMonths, autoRenewal]),
    Array.from({ length: 2 }, () => ['site_pro', 12, true]),
  );
  assert.equal(await lines(partner, 'license.distribute'), 2);
  await server.db.update(user).set({ staffRole: 'support' }).where(eq(user.id, admin.id));
  assert.equal((await staff.post(path, body)).body['code'], 'STAFF_ROLE');
});

const skip = process.env['TEST_DATABASE_URL'] ? false : 'the embedded database runs one transaction at a time';

test('two staff at once change each customer once', async () => {
  const { staff, partner, ids } = await world(20);
  const colleague = await server.as(partner, await server.scenario.admin(partner));
  const body = { action: 'suspend', filter: {} };
  const done = await Promise.all([staff, colleague].map((client) => ended(client, '/customer/bulk', body)));
  const sum = (of: 'done' | 'unchanged' | 'refused') => done.reduce((all, { counts }) => all + counts[of], 0);
  assert.deepEqual([sum('done'), sum('unchanged'), sum('refused')], [ids.length, ids.length, 0]);
  assert.equal(await lines(partner, 'customer.suspend'), ids.length);
});

test('who loses the role in the middle changes nobody more', { skip }, async () => {
  const { admin, partner, staff, ids } = await world(3);
  const colleague = await server.as(partner, await server.scenario.admin(partner));
  // The change waits for its first customer meanwhile.
  const bulkId = await server.db.transaction((tx) =>
    besideTransaction(async () => {
      await tx.select().from(user).where(inArray(user.id, ids)).for('update');
      const { body } = await staff.post<{ bulk_id: string }>('/customer/bulk', { action: 'suspend', filter: {} });
      await server.db.update(user).set({ staffRole: 'read_only' }).where(eq(user.id, admin.id));
      return body.bulk_id;
    }),
  );
  const { counts, items } = await until('the end of the change', async () => {
    const { body: bulk } = await colleague.get<CustomerBulk>(`/customer/bulk/${bulkId}`);
    return bulk.counts.waiting === 0 && bulk;
  });
  assert.ok(counts.refused >= 2, JSON.stringify(counts));
  assert.equal(items[0]?.reason, 'rights');
  assert.equal(await lines(partner, 'customer.suspend'), counts.done);
});
