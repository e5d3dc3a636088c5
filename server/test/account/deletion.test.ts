import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { UserRow } from '../../src/context/call-context.ts';
import { auditLog, user } from '../../src/db/schema.ts';
import { dueCustomers } from '../../src/modules/customer/customer-end.repo.ts';
import { addSite } from '../customer/customer-support.ts';
import { PASSWORD } from '../http/harness.ts';
import { newestTo, withAccount } from './account-support.ts';

const DAY_MS = 24 * 3_600_000;

const account = withAccount();
let { panel, owner, customer } = account;
beforeEach(() => void ({ panel, owner, customer } = account));

const rowOf = async ({ id }: UserRow) => (await panel.ctx.db.select().from(user).where(eq(user.id, id)))[0];
const signIn = async (who = customer) =>
  (await panel.browser(owner).post('/login', { email: who.email, password: PASSWORD })).body;

test('an account is deleted by its customer after a proof: all sessions end and the answer’s page undoes it', async () => {
  await addSite(panel, owner, customer);
  const [browser, other] = [await panel.signedIn(owner, customer), await panel.signedIn(owner, customer)];
  const belongings = await browser.get('/account/deletion');
  assert.deepEqual(belongings.body, { sites: 1, apps: 0, licenses: 0, backups: 0, binned: 0 });
  panel.clock.offsetMs = 11 * 60_000;
  assert.equal((await browser.post('/account/deletion')).body['code'], 'PROOF_NEEDED');
  assert.equal((await rowOf(customer))?.deletesAt, null);
  await browser.post('/security/proof', { password: PASSWORD });
  const answer = await browser.post('/account/deletion');
  assert.equal(answer.status, 200);
  assert.equal((await browser.get('/user/profile')).status, 401);
  assert.equal((await other.get('/user/profile')).status, 401);
  assert.equal((await signIn())['code'], 'ACCOUNT_SUSPENDED');
  const endsAt = (await rowOf(customer))?.deletesAt;
  const days = ((endsAt?.getTime() ?? 0) - panel.clock.now().getTime()) / DAY_MS;
  assert.ok(days > 13.9 && days <= 14, `${days} days`);

  const [token = ''] = (await newestTo(panel, customer.email)).tokens;
  assert.equal(answer.body['redirectUrl'], `/accountLink?token=${token}`);
  const visitor = panel.browser(owner);
  assert.deepEqual((await visitor.post('/account/link', { token })).body, {
    ...{ kind: 'keep_account', email: customer.email, new_email: null, is_done: false },
    deletes_at: endsAt?.toISOString(),
  });
  assert.equal((await visitor.post('/account/link/use', { token })).body['outcome'], 'kept');
  assert.equal((await rowOf(customer))?.deletesAt, null);
  assert.equal((await signIn())['status'], true);
  assert.equal((await visitor.post('/account/link/use', { token })).body['code'], 'TOKEN_INVALID', 'works once');
  const lines = await panel.ctx.db.select().from(auditLog).where(eq(auditLog.userId, customer.id));
  const actions = lines.map(({ action }) => action);
  assert.ok(actions.includes('account.delete') && actions.includes('account.keep'), actions.join());
});

test('after its days the account is due like one that staff have deleted, and its link undoes nothing any more', async () => {
  const browser = await panel.signedIn(owner, customer);
  await browser.post('/account/deletion');
  const [token = ''] = (await newestTo(panel, customer.email)).tokens;
  const due = async () =>
    (await dueCustomers(panel.ctx.db, { now: panel.clock.now(), afterId: null, limit: 1000 })).map(({ id }) => id);
  assert.ok(!(await due()).includes(customer.id));
  panel.clock.offsetMs = 14 * DAY_MS + 1000;
  assert.ok((await due()).includes(customer.id));
  assert.equal((await panel.browser(owner).post('/account/link/use', { token })).body['code'], 'TOKEN_INVALID');
});

test('the link is one of its partner’s host, and undoes no deletion by staff', async () => {
  const browser = await panel.signedIn(owner, customer);
  await browser.post('/account/deletion');
  const [token = ''] = (await newestTo(panel, customer.email)).tokens;
  const elsewhere = panel.browser(await panel.addPartner());
  assert.equal((await elsewhere.post('/account/link', { token })).body['code'], 'TOKEN_INVALID');
  assert.equal((await elsewhere.post('/account/link/use', { token })).body['code'], 'TOKEN_INVALID');
  const reset = { token, password: 'Another1Horse' };
  assert.equal((await panel.browser(owner).post('/reset-password', reset)).body['code'], 'TOKEN_INVALID');
  const staff = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  await staff.post(`/customer/${customer.id}/restore`, {});
  assert.equal((await staff.write('DELETE', `/customer/${customer.id}`)).status, 200);
  assert.equal((await panel.browser(owner).post('/account/link/use', { token })).body['code'], 'TOKEN_INVALID');
  assert.notEqual((await rowOf(customer))?.deletesAt, null);
});

test('a suspension from before the link was opened stays', async () => {
  const browser = await panel.signedIn(owner, customer);
  await browser.post('/account/deletion');
  const [token = ''] = (await newestTo(panel, customer.email)).tokens;
  const staff = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  assert.equal((await staff.post(`/customer/${customer.id}/suspend`, {})).status, 200);
  assert.equal((await panel.browser(owner).post('/account/link/use', { token })).body['outcome'], 'kept');
  const row = await rowOf(customer);
  assert.deepEqual([row?.deletesAt, row?.suspendedAt === null], [null, false]);
});

test('neither staff nor the owner of the installation delete their account here, nor staff that of a customer', async () => {
  for (const [partner, role] of [
    [owner, 'admin'],
    [null, 'superadmin'],
  ] as const) {
    const staff = await panel.signedIn(owner, await panel.addUser(partner, role));
    assert.equal((await staff.post('/account/deletion')).body['code'], 'FORBIDDEN');
  }
  const staff = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  await staff.post(`/customer/${customer.id}/session`, { reason: 'A ticket about the account' });
  assert.equal((await staff.post('/account/deletion')).body['code'], 'ACTING_CLOSED');
  assert.equal(
    (await staff.post('/account/email-change', { email: 'x@people.example' })).body['code'],
    'ACTING_CLOSED',
  );
});
