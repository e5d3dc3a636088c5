import type { CustomerAccount, CustomerDetail, CustomerSite } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { addSite, linkTokenTo } from './customer-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel({ tasks: true });
});
after(() => panel.close());

const HOUR_MS = 3_600_000;
const staffOf = async (owner: PartnerRow) => panel.entered(owner, await panel.addUser(owner, 'admin'));
const rowsOf = (body: Record<string, unknown>) => body['pageElements'] as CustomerAccount[];
const dataOf = (body: Record<string, unknown>) => body['data'] as CustomerDetail;

test('a customer is created, invited, sets a password, and is active after that', async () => {
  const owner = await panel.addPartner();
  const staff = await staffOf(owner);
  const email = `grace.${owner.slug}@people.example`;
  const made = await staff.post('/customer', { firstname: 'Grace', lastname: 'Hopper', email: email.toUpperCase() });
  assert.equal(made.status, 200, made.text);
  const created = dataOf(made.body);
  assert.deepEqual([created.email, created.state, created.sites], [email, 'invited', 0]);
  assert.ok(Date.parse(created.invitation_until ?? '') > Date.now());

  const guest = panel.browser(owner);
  const set = await guest.post('/set-password', { token: await linkTokenTo(panel, email), password: PASSWORD });
  assert.equal(set.status, 200, set.text);
  const { body } = await staff.get(`/customer/${created.id}`);
  assert.deepEqual([body['state'], body['invitation_until']], ['active', null]);
  assert.ok(body['last_sign_in_at']);
  const again = await staff.post(`/customer/${created.id}/invitation`, {});
  assert.equal(again.body['code'], 'INVITATION_ACCEPTED');
});

test('an invitation expires, and is sent again; the earlier link then opens nothing', async () => {
  const owner = await panel.addPartner();
  const staff = await staffOf(owner);
  const email = `late.${owner.slug}@people.example`;
  const { id } = dataOf((await staff.post('/customer', { email })).body);
  const first = await linkTokenTo(panel, email);
  const sent = await staff.post(`/customer/${id}/invitation`, {});
  assert.equal(sent.status, 200, sent.text);
  const second = await linkTokenTo(panel, email);
  const guest = panel.browser(owner);
  assert.equal((await guest.post('/set-password', { token: first, password: PASSWORD })).body['code'], 'TOKEN_INVALID');
  panel.clock.offsetMs = 73 * HOUR_MS;
  const late = await panel.entered(owner, await panel.addUser(owner, 'admin'));
  assert.equal((await late.get(`/customer/${id}`)).body['invitation_until'], null);
  assert.equal(
    (await guest.post('/set-password', { token: second, password: PASSWORD })).body['code'],
    'TOKEN_INVALID',
  );
  await late.post(`/customer/${id}/invitation`, {});
  const third = await linkTokenTo(panel, email);
  assert.equal((await guest.post('/set-password', { token: third, password: PASSWORD })).status, 200);
  panel.clock.offsetMs = 0;
});

test('the list is searched, filtered by state and tag, sorted, and of one partner', async () => {
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const staff = await staffOf(owner);
  const ada = await panel.addUser(owner, 'customer', { firstname: 'Ada', lastname: 'Lovelace' });
  const grace = await panel.addUser(owner, 'customer', { firstname: 'Grace', suspendedAt: new Date() });
  await panel.addUser(owner, 'customer', { firstname: 'Joan', passwordHash: null });
  await panel.addUser(other, 'customer', { firstname: 'Elsewhere' });
  await addSite(panel, owner, ada);
  await addSite(panel, owner, ada, { kind: 'node' });
  await addSite(panel, owner, ada, { binnedAt: new Date(), status: 'moving' });

  const names = async (query: string) => rowsOf((await staff.get(`/customer?${query}`)).body).map((r) => r.firstname);
  assert.deepEqual(await names('orderBy=name'), ['Ada', 'Grace', 'Joan'], 'staff and others are not in it');
  assert.deepEqual(await names('orderBy=name&sortOrder=desc&pageSize=2'), ['Joan', 'Grace']);
  assert.deepEqual(await names('keyword=ada love'), ['Ada']);
  assert.deepEqual(await names('keyword=%25'), [], 'a sign of patterns is a sign');
  assert.deepEqual(await names('state=suspended'), ['Grace']);
  assert.deepEqual(await names('state=invited&state=active&orderBy=name'), ['Ada', 'Joan']);
  await staff.write('PUT', `/customer/${grace.id}`, { tags: ['VIP ', 'agency', 'vip'] });
  assert.deepEqual(await names('tag=vip'), ['Grace']);
  const { body } = await staff.get('/customer?keyword=ada');
  assert.deepEqual(body['tags'], ['agency', 'vip']);
  const [row] = rowsOf(body);
  assert.deepEqual([row?.sites, row?.apps, row?.state], [1, 1, 'active']);
});

test('another partner’s customers, staff and superadmins do not exist here; customers have no access', async () => {
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const staff = await staffOf(owner);
  const customer = await panel.addUser(owner, 'customer');
  const strangers = [
    await panel.addUser(other, 'customer'),
    await panel.addUser(owner, 'admin'),
    await panel.addUser(null, 'superadmin'),
  ];
  const changes = ['suspend', 'unsuspend', 'restore', 'invitation'] as const;
  for (const { id } of strangers) {
    assert.equal((await staff.get(`/customer/${id}`)).status, 404);
    assert.equal((await staff.write('PUT', `/customer/${id}`, { firstname: 'x' })).status, 404);
    assert.equal((await staff.write('DELETE', `/customer/${id}`)).status, 404);
    for (const change of changes) assert.equal((await staff.post(`/customer/${id}/${change}`, {})).status, 404);
  }
  const own = await panel.entered(owner, customer);
  assert.equal((await own.get(`/customer/${customer.id}`)).status, 403);
  assert.equal((await own.write('PUT', `/customer/${customer.id}`, { notes: 'mine' })).status, 403);
  assert.equal((await own.post(`/customer/${customer.id}/unsuspend`, {})).status, 403);
});

test('an email belongs to one account of a partner, also of staff and superadmins, and names have no right-to-left override', async () => {
  const owner = await panel.addPartner();
  const admin = await panel.addUser(owner, 'admin');
  const staff = await panel.entered(owner, admin);
  const [one, two] = [await panel.addUser(owner, 'customer'), await panel.addUser(owner, 'customer')];
  const root = await panel.addUser(null, 'superadmin');
  for (const email of [one.email, admin.email, root.email]) {
    assert.equal((await staff.post('/customer', { email })).body['code'], 'EMAIL_TAKEN');
    assert.equal((await staff.write('PUT', `/customer/${two.id}`, { email })).body['code'], 'EMAIL_TAKEN');
  }
  const refused = await staff.post('/customer', { email: 'x@people.example', firstname: 'Ada\u202Egro.elpoep' });
  assert.deepEqual(refused.body['fields'], { firstname: 'Line breaks and control characters are not allowed.' });
});

test('the second of two staff who edit a customer sees what the first one did', async () => {
  const owner = await panel.addPartner();
  const [first, second] = [await staffOf(owner), await staffOf(owner)];
  const { id } = await panel.addUser(owner, 'customer');
  const expected = { notes: '' };
  const saved = await first.write('PUT', `/customer/${id}`, { notes: 'Called on Monday', expected });
  assert.equal(dataOf(saved.body).notes, 'Called on Monday');
  const refused = await second.write('PUT', `/customer/${id}`, { notes: 'Called on Tuesday', expected });
  assert.deepEqual([refused.status, refused.body['current']], [409, { notes: 'Called on Monday' }]);
  assert.equal((await second.get(`/customer/${id}`)).body['notes'], 'Called on Monday');
});

test('sites and applications are assigned and removed; those of another partner are not found', async () => {
  const [owner, other] = [await panel.addPartner({ isSpecial: true }), await panel.addPartner()];
  const staff = await staffOf(owner);
  const [ada, grace] = [await panel.addUser(owner, 'customer'), await panel.addUser(owner, 'customer')];
  const [shop, blog] = [await addSite(panel, owner, ada), await addSite(panel, owner, null)];
  const app = await addSite(panel, owner, ada, { kind: 'node' });
  const foreign = await addSite(panel, other, null);
  const ids = async (id: string) =>
    ((await staff.get(`/customer/${id}/sites`)).body as unknown as CustomerSite[]).map((site) => site.site_id).sort();
  const put = (id: string, site_ids: string[], expected?: string[]) =>
    staff.write('PUT', `/customer/${id}/sites`, { site_ids, ...(expected && { expected: { site_ids: expected } }) });

  assert.equal((await put(grace.id, [blog.id, foreign.id])).status, 404);
  assert.deepEqual(await ids(grace.id), [], 'nothing of a refused change is kept');
  const done = await put(grace.id, [app.id, blog.id], []);
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(await ids(grace.id), [app.id, blog.id].sort());
  assert.deepEqual(await ids(ada.id), [shop.id]);
  assert.equal((await put(grace.id, [], [blog.id])).body['code'], 'CONFLICT');
  assert.equal((await put(grace.id, [app.id])).status, 200);
  // Not to one who is being deleted: it would be deleted with them.
  await staff.write('DELETE', `/customer/${ada.id}`);
  assert.equal((await put(ada.id, [shop.id, blog.id])).status, 404);
  assert.equal((await staff.write('PUT', `/site/${blog.id}/customer`, { customer_id: ada.id })).status, 404);
  const all = (await staff.get(`/customer/sites?keyword=${blog.name}`)).body as unknown as CustomerSite[];
  assert.deepEqual(
    all.map(({ site_id, customer_id }) => [site_id, customer_id]),
    [[blog.id, null]],
  );
});
