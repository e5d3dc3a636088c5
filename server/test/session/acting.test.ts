import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { contract, type AuditLine, type Page } from '@panel/contract';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { session, user } from '../../src/db/schema.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

const MINUTE_MS = 60_000;
const WHY = { reason: 'The shop shows an error' };
let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

type World = { partner: PartnerRow; customer: UserRow; admin: UserRow; staff: Browser };

async function world(): Promise<World> {
  panel.clock.offsetMs = 0;
  // With applications, whose licenses have calls of their own.
  const partner = await panel.addPartner({ isSpecial: true });
  const customer = await panel.addUser(partner, 'customer');
  const admin = await panel.addUser(partner, 'admin', { firstname: 'Sam', lastname: 'Staff' });
  return { partner, customer, admin, staff: await panel.entered(partner, admin) };
}

const start = ({ staff }: Pick<World, 'staff'>, { id }: Pick<UserRow, 'id'>, body: object = WHY) =>
  staff.post(`/customer/${id}/session`, body);
const whoIs = async (browser: Browser) => {
  const answer = await browser.get('/user/profile');
  return answer.status === 200 ? (answer.body['email'] as string) : answer.status;
};
async function acting(): Promise<World> {
  const mine = await world();
  const answer = await start(mine, mine.customer);
  assert.equal(answer.status, 200, answer.text);
  return mine;
}

test('staff sign in as a customer, are shown as acting, and return to their own session', async () => {
  const mine = await acting();
  const { body } = await mine.staff.get('/user/profile');
  assert.equal(body['email'], mine.customer.email);
  const { staff, ends_at } = body['acting'] as { staff: string; ends_at: string };
  assert.equal(staff, 'Sam Staff');
  assert.ok(Math.abs(Date.parse(ends_at) - Date.now() - 30 * MINUTE_MS) < MINUTE_MS);
  const ended = await mine.staff.post('/customer/session/end');
  assert.equal(ended.status, 200, ended.text);
  assert.equal(ended.body['redirectUrl'], '/admin/migration');
  assert.equal(await whoIs(mine.staff), mine.admin.email);
  assert.equal((await mine.staff.get('/user/profile')).body['acting'], undefined);
  assert.equal((await mine.staff.get('/audit')).status, 200);
});

test('the audit log has the start with its reason, and both names on what is done', async () => {
  const mine = await acting();
  await mine.staff.write('PUT', '/user/profile', { firstname: 'Ada', lastname: '', phone_number: '' });
  await mine.staff.post('/customer/session/end');
  const { pageElements } = (await mine.staff.get('/audit')).body as unknown as Page<AuditLine>;
  const [end, change, begin] = pageElements;
  assert.deepEqual([begin?.action, begin?.user?.email], ['customer.acting', mine.admin.email]);
  assert.deepEqual(begin?.object, { kind: 'user', id: mine.customer.id });
  assert.ok(begin?.details.some(({ name, value }) => name === 'reason' && value === WHY.reason));
  assert.deepEqual(
    [change?.by, change?.user?.email, change?.actor?.email],
    ['behalf', mine.customer.email, mine.admin.email],
  );
  assert.deepEqual([end?.action, end?.actor?.email], ['customer.acting_end', mine.admin.email]);
  const own = await panel.entered(mine.partner, mine.customer);
  const seen = ((await own.get('/audit/own')).body as unknown as Page<AuditLine>).pageElements;
  assert.deepEqual(
    seen.map(({ action }) => action),
    ['customer.acting_end', 'user.updateProfile', 'customer.acting'],
  );
});

test('a reason and a fresh proof are needed', async () => {
  const mine = await world();
  assert.equal((await start(mine, mine.customer, {})).status, 422);
  assert.equal((await start(mine, mine.customer, { reason: '  ' })).status, 422);
  panel.clock.offsetMs = 11 * MINUTE_MS;
  assert.equal((await start(mine, mine.customer)).body['code'], 'PROOF_NEEDED');
});

test('never as staff, as a superadmin, as a customer of another partner, or by a customer', async () => {
  const [mine, other] = [await world(), await world()];
  const colleague = await panel.addUser(mine.partner, 'admin');
  assert.equal((await start(mine, colleague)).body['code'], 'NOT_A_CUSTOMER');
  assert.equal((await start(mine, mine.admin)).body['code'], 'NOT_A_CUSTOMER');
  assert.equal((await start(mine, await panel.addUser(null, 'superadmin'))).status, 404);
  assert.equal((await start(mine, other.customer)).status, 404);
  const customer = await panel.entered(mine.partner, mine.customer);
  assert.equal((await start({ staff: customer }, mine.customer)).status, 403);
});

test('a suspended customer is nobody whom staff can act as, and a suspension ends it', async () => {
  const mine = await acting();
  const own = await panel.entered(mine.partner, mine.admin);
  const suspended = await own.write('POST', `/customer/${mine.customer.id}/suspend`, {});
  assert.equal(suspended.status, 200, suspended.text);
  assert.equal((await mine.staff.get('/user/profile')).body['email'], mine.admin.email);
  assert.equal((await start(mine, mine.customer)).body['code'], 'ACCOUNT_SUSPENDED');
});

test('it is never nested', async () => {
  const mine = await acting();
  const second = await panel.addUser(mine.partner, 'customer');
  assert.equal((await start(mine, second)).status, 403);
  assert.equal(await whoIs(mine.staff), mine.customer.email);
});

test('it ends after thirty minutes, even in use, and the browser is the staff’s again', async () => {
  const mine = await acting();
  panel.clock.offsetMs = 29 * MINUTE_MS;
  assert.equal(await whoIs(mine.staff), mine.customer.email);
  panel.clock.offsetMs = 31 * MINUTE_MS;
  assert.equal(await whoIs(mine.staff), mine.admin.email);
  const ended = await mine.staff.post('/customer/session/end');
  assert.equal(ended.body['redirectUrl'], '/admin/migration');
  assert.equal(await whoIs(mine.staff), mine.admin.email);
});

test('it ends with the staff’s own session, and with their role', async () => {
  const mine = await acting();
  const elsewhere = await panel.entered(mine.partner, mine.admin);
  assert.equal((await elsewhere.write('DELETE', '/security/sessions')).status, 200);
  assert.equal(await whoIs(mine.staff), 401);

  const next = await acting();
  await panel.ctx.db.update(user).set({ role: 'customer' }).where(eq(user.id, next.admin.id));
  assert.equal(await whoIs(next.staff), next.admin.email);
});

test('it ends when the customer is deleted, and when the customer becomes staff', async () => {
  const mine = await acting();
  await panel.ctx.db.delete(user).where(eq(user.id, mine.customer.id));
  assert.equal(await whoIs(mine.staff), mine.admin.email);

  const next = await acting();
  await panel.ctx.db.update(user).set({ role: 'admin' }).where(eq(user.id, next.customer.id));
  assert.equal(await whoIs(next.staff), next.admin.email);
});

test('signing out ends both sessions', async () => {
  const mine = await acting();
  assert.equal((await mine.staff.post('/logout')).status, 200);
  assert.equal(await whoIs(mine.staff), 401);
  const rows = await panel.ctx.db.select().from(session).where(eq(session.partnerId, mine.partner.id));
  assert.deepEqual(rows, []);
});

test('the session of staff is not in the customer’s list, and ends with all others of the account', async () => {
  const mine = await acting();
  const own = await panel.entered(mine.partner, mine.customer);
  const list = (await own.get('/security/sessions')).body as unknown as Page<unknown>;
  assert.equal(list.totalCount, 1);
  await own.write('DELETE', '/security/sessions');
  assert.equal(await whoIs(mine.staff), mine.admin.email);
});

test('what lets somebody into the account, and payments, are the customer’s to change', async () => {
  const mine = await acting();
  const { staff } = mine;
  const refused = [
    await staff.post('/set-password', { current_password: PASSWORD, password: 'Another1Password' }),
    await staff.post('/api-token', { name: 'x', scopes: ['sites:read'], expires_in_days: 7, password: PASSWORD }),
    await staff.write('DELETE', '/api-token'),
    await staff.post('/security/totp', {}),
    await staff.post('/security/proof', { password: PASSWORD }),
    await staff.write('DELETE', '/security/sessions'),
    await staff.post('/stripe/payments/set', {}),
    await staff.post(`/partner/invoice/${mine.customer.id}/refund`, {}),
  ];
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body['code']]),
    refused.map(() => [403, 'ACTING_CLOSED']),
  );
  assert.match(String(refused[0]?.body['message']), /^You are signed in as a customer\./);
  const own = await panel.entered(mine.partner, mine.customer);
  assert.equal(
    (await own.post('/set-password', { current_password: PASSWORD, password: 'Another1Password' })).status,
    200,
  );
});

test('every call that changes a sign-in, a token or a card of the account is closed to staff who act', () => {
  const open = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, call]) => {
      const { meta, route } = call['~orpc'];
      const isOwners = /^\/(?:security|passkeys|api-token|set-password|stripe\/payment)/.test(route.path ?? '');
      const isSignedIn = meta.audience !== 'public';
      return (isOwners || meta.stepUp) && isSignedIn && route.method !== 'GET' && !meta.notActing
        ? [`${group}.${name}`]
        : [];
    }),
  );
  assert.deepEqual(open, []);
});

test('every call that spends money, or changes what is paid, is closed to staff who act', async () => {
  const changing = Object.entries(contract.payment).filter(([, call]) => {
    const { meta, route } = call['~orpc'];
    return meta.audience === 'customer' && route.method !== 'GET';
  });
  const open = changing.flatMap(([name, call]) => (call['~orpc'].meta.notActing ? [] : [name]));
  // It says what a change would cost, and changes nothing.
  assert.deepEqual(open, ['proration']);
  const { staff } = await acting();
  for (const [name, call] of changing) {
    const { method = 'POST', path = '' } = call['~orpc'].route;
    const answer = await staff.write(method, path.replace('{id}', 'pm_1'), {});
    assert.equal(answer.body['code'] === 'ACTING_CLOSED', name !== 'proration', `${name}: ${answer.text}`);
  }
});
