import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { UserRow } from '../../src/context/call-context.ts';
import { auditLog, loginIdentity, loginProvider, passkey, recoveryCode, totp, user } from '../../src/db/schema.ts';
import { PASSWORD } from '../http/harness.ts';
import { address, newestTo, withAccount } from './account-support.ts';

const DAY_MS = 24 * 3_600_000;

const account = withAccount();
let { panel, owner, customer, browser } = account;
beforeEach(() => void ({ panel, owner, customer, browser } = account));

const rowOf = async ({ id }: UserRow) => (await panel.ctx.db.select().from(user).where(eq(user.id, id)))[0];
const open = (token: string, by = panel.browser(owner)) => by.post('/account/link/use', { token });
const ask = (email: string, by = browser) => by.post('/account/email-change', { email });

/** Changes the email; the browser stays signed in. Returns the link that undoes it. */
async function changed(to = address(), { email } = customer, by = browser): Promise<string> {
  assert.equal((await ask(to, by)).status, 200);
  const [, confirm = ''] = (await newestTo(panel, email)).tokens;
  const [fresh = ''] = (await newestTo(panel, to)).tokens;
  await open(confirm);
  assert.equal((await open(fresh, by)).body['outcome'], 'changed');
  return (await newestTo(panel, email)).tokens[0] ?? '';
}

test('undoing a change stops the deletion that was begun with the account afterwards', async () => {
  const to = address();
  const undo = await changed(to);
  assert.equal((await browser.post('/account/deletion')).status, 200);
  const [keep = ''] = (await newestTo(panel, to)).tokens;
  assert.notEqual((await rowOf(customer))?.deletesAt, null);
  assert.equal((await open(undo)).body['outcome'], 'undone');
  const row = await rowOf(customer);
  assert.deepEqual([row?.email, row?.deletesAt], [customer.email, null]);
  assert.equal((await open(keep)).body['code'], 'TOKEN_INVALID');
  const [reset = ''] = (await newestTo(panel, customer.email)).tokens;
  assert.equal((await panel.browser(owner).post('/reset-password', { token: reset, password: PASSWORD })).status, 200);
});

test('undoing a change stops no deletion by staff', async () => {
  const undo = await changed();
  const staff = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  assert.equal((await staff.write('DELETE', `/customer/${customer.id}`)).status, 200);
  assert.equal((await open(undo)).body['outcome'], 'undone');
  assert.notEqual((await rowOf(customer))?.deletesAt, null);
});

/** What opens an account beside its password, by its names. */
async function ways(): Promise<string[]> {
  const { db } = panel.ctx;
  const { id } = customer;
  return [
    ...(await db.select().from(passkey).where(eq(passkey.userId, id))).map(({ name }) => name),
    ...(await db.select().from(totp).where(eq(totp.userId, id))).map(({ secret }) => secret),
    ...(await db.select().from(recoveryCode).where(eq(recoveryCode.userId, id))).map(({ codeHash }) => codeHash),
    ...(await db.select().from(loginIdentity).where(eq(loginIdentity.userId, id))).map(({ subject }) => subject),
  ].sort();
}

const provider = async (slug: string) => {
  const values = { kind: 'github', name: slug, clientId: 'id', clientSecret: 'sealed' } as const;
  const [row] = await panel.ctx.db
    .insert(loginProvider)
    .values({ ...values, partnerId: owner.id, slug })
    .returning();
  return row?.id ?? '';
};

/** Adds a passkey, recovery codes and a linked account at a time. */
async function addWays(name: string, createdAt: Date) {
  const { db } = panel.ctx;
  const key = { host: owner.domain, publicKey: 'key', counter: 0, transports: [], isSynced: false };
  const userId = customer.id;
  await db
    .insert(passkey)
    .values({ ...key, userId, name: `${name} key`, credentialId: randomBytes(9).toString('hex'), createdAt });
  await db.insert(recoveryCode).values({ userId, codeHash: `${name} code`, createdAt });
  const linked = { userId, subject: `${name} linked`, email: customer.email, createdAt };
  await db.insert(loginIdentity).values({ ...linked, providerId: await provider(name) });
  await db.update(user).set({ secondFactorAt: createdAt }).where(eq(user.id, userId));
}

test('undoing a change removes the ways to sign in that were added since it was asked for, and no older ones', async () => {
  await addWays('own', new Date(Date.now() - DAY_MS));
  const undo = await changed();
  const now = new Date();
  await addWays('other', now);
  const confirmed = { userId: customer.id, secret: 'other app', confirmedAt: now, createdAt: new Date(0) };
  await panel.ctx.db.insert(totp).values(confirmed);
  assert.equal((await open(undo)).body['outcome'], 'undone');
  assert.deepEqual(await ways(), ['own code', 'own key', 'own linked']);
  assert.notEqual((await rowOf(customer))?.secondFactorAt, null);
});

test('without an older second factor, none is asked for after a change was undone', async () => {
  const undo = await changed();
  await addWays('other', new Date());
  const used = await open(undo);
  assert.equal(used.body['outcome'], 'undone', used.text);
  assert.deepEqual(await ways(), []);
  assert.equal((await rowOf(customer))?.secondFactorAt, null);
});

test('a change that waits ends with a new password, whether it is changed or reset', async () => {
  for (const how of ['change', 'reset'] as const) {
    const to = address();
    await ask(to);
    const [undo = '', confirm = ''] = (await newestTo(panel, customer.email)).tokens;
    const [fresh = ''] = (await newestTo(panel, to)).tokens;
    if (how === 'change') {
      const input = { current_password: PASSWORD, password: PASSWORD };
      assert.equal((await browser.post('/set-password', input)).status, 200);
    } else {
      await panel.browser(owner).post('/forget-password', { email: customer.email });
      const [token = ''] = (await newestTo(panel, customer.email)).tokens;
      assert.equal((await panel.browser(owner).post('/reset-password', { token, password: PASSWORD })).status, 200);
    }
    for (const dead of [undo, confirm, fresh]) assert.equal((await open(dead)).body['code'], 'TOKEN_INVALID', how);
    assert.equal((await rowOf(customer))?.email, customer.email);
  }
});

test('customers see in their activity what links have done', async () => {
  const undo = await changed();
  await browser.post('/account/deletion');
  await open(undo);
  const lines = await panel.ctx.db.select().from(auditLog).where(eq(auditLog.customerId, customer.id));
  const actions = new Set(lines.map(({ action }) => action));
  for (const action of ['email.confirm', 'email.change', 'email.undo', 'account.keep'])
    assert.ok(actions.has(action), action);
});

test('nobody gets an address that can go back to its account, and every answer is that for a taken one', async () => {
  const undo = await changed();
  const visitor = panel.browser(owner);
  const answer = await visitor.post('/signup', { email: customer.email, firstname: 'Else' });
  assert.equal(answer.status, 200, answer.text);
  assert.match((await newestTo(panel, customer.email)).subject, /can’t be used/);

  const staff = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  const other = await panel.addUser(owner, 'customer');
  const named = { email: customer.email, firstname: 'Else', lastname: 'Where' };
  assert.equal((await staff.post('/customer', named)).body['code'], 'EMAIL_TAKEN');
  const moved = await staff.write('PUT', `/customer/${other.id}`, { email: customer.email });
  assert.equal(moved.body['code'], 'EMAIL_TAKEN');

  const others = await panel.signedIn(owner, other);
  assert.equal((await ask(customer.email, others)).status, 200);
  assert.deepEqual((await newestTo(panel, customer.email)).tokens, []);

  assert.equal((await open(undo)).body['outcome'], 'undone');
  assert.equal((await rowOf(customer))?.email, customer.email);
});

test('an address that was asked for before another account gave it up is refused at the end', async () => {
  const other = await panel.addUser(owner, 'customer');
  const others = await panel.signedIn(owner, other);
  const between = address();
  await changed(between);
  // Asked for while it was taken by nobody, so the new address has a link.
  const wanted = address();
  await ask(wanted, others);
  const [, confirm = ''] = (await newestTo(panel, other.email)).tokens;
  const [fresh = ''] = (await newestTo(panel, wanted)).tokens;
  await open(confirm);
  await changed(wanted, { ...customer, email: between });
  const undo = await changed(address(), { ...customer, email: wanted });
  assert.equal((await open(fresh)).body['code'], 'EMAIL_TAKEN');
  assert.equal((await rowOf(other))?.email, other.email);
  assert.equal((await open(undo)).body['outcome'], 'undone');
});

test('an account takes its own old address back, and others get it after the days or once staff have changed the email', async () => {
  const to = address();
  await changed(to);
  await changed(customer.email, { ...customer, email: to });
  assert.equal((await rowOf(customer))?.email, customer.email);

  const staff = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  const named = (email: string) => ({ email, firstname: 'Else', lastname: 'Where' });
  assert.equal((await staff.post('/customer', named(to))).body['code'], 'EMAIL_TAKEN');
  const moved = await staff.write('PUT', `/customer/${customer.id}`, { email: address() });
  assert.equal(moved.status, 200, moved.text);
  assert.equal((await staff.post('/customer', named(to))).status, 200);

  const second = await panel.addUser(owner, 'customer');
  await changed(address(), second, await panel.signedIn(owner, second));
  panel.clock.offsetMs = 15 * DAY_MS;
  const later = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  assert.equal((await later.post('/customer', named(second.email))).status, 200);
});
