import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { emailChange, loginIdentity, loginProvider, token as tokenTable, user } from '../../src/db/schema.ts';
import { PASSWORD } from '../http/harness.ts';
import { address, mailsTo, newestTo, withAccount } from './account-support.ts';

const HOUR_MS = 3_600_000;

const account = withAccount();
let { panel, owner, customer, browser } = account;
beforeEach(() => void ({ panel, owner, customer, browser } = account));

const emailNow = async () => (await panel.ctx.db.select().from(user).where(eq(user.id, customer.id)))[0]?.email;
const open = (token: string, by = panel.browser(owner)) => by.post('/account/link/use', { token });
const ask = (email: string) => browser.post('/account/email-change', { email });
const waiting = async () => (await browser.get('/account/email-change')).body['change'] as { email: string } | null;

/** The tokens of the mails of the newest change: the old address’s confirmation and undo, and the new one’s. */
async function linksOf(to: string, from = customer.email) {
  const [undo = '', confirm = ''] = (await newestTo(panel, from)).tokens;
  return { undo, confirm, fresh: (await newestTo(panel, to)).tokens[0] ?? '' };
}

test('the email changes once both addresses have confirmed, in any order; other browsers are signed out', async () => {
  for (const isOldFirst of [true, false]) {
    const [from, to] = [(await emailNow()) ?? '', address()];
    const other = await panel.signedIn(owner, { ...customer, email: from });
    const asked = await ask(to);
    assert.equal(asked.status, 200);
    assert.deepEqual([asked.body['title'], asked.body['message']], [undefined, undefined], 'the page says it');
    const { confirm, fresh } = await linksOf(to, from);
    const [first, second] = isOldFirst ? [confirm, fresh] : [fresh, confirm];
    assert.equal((await open(first)).body['outcome'], 'waiting');
    assert.equal(await emailNow(), from);
    assert.deepEqual(await waiting(), {
      ...{ email: to, old_confirmed: isOldFirst, new_confirmed: !isOldFirst },
      expires_at: (asked.body['data'] as { expires_at: string }).expires_at,
    });
    assert.equal((await open(first)).body['code'], 'TOKEN_INVALID', 'a link works once');
    assert.equal((await open(second, browser)).body['outcome'], 'changed');
    assert.equal(await emailNow(), to);
    assert.equal((await open(second)).body['code'], 'TOKEN_INVALID');
    assert.equal(await waiting(), null);
    assert.equal((await browser.get('/user/profile')).body['email'], to);
    assert.equal((await other.get('/user/profile')).status, 401);
    assert.equal((await panel.browser(owner).post('/login', { email: from, password: PASSWORD })).status, 400);
    assert.equal((await panel.browser(owner).post('/login', { email: to, password: PASSWORD })).status, 200);
  }
});

test('a linked account of a login provider stays linked', async () => {
  const [provider] = await panel.ctx.db
    .insert(loginProvider)
    .values({
      partnerId: owner.id,
      slug: 'git',
      kind: 'github',
      name: 'GitHub',
      clientId: 'id',
      clientSecret: 'sealed',
    })
    .returning();
  const identity = { providerId: provider?.id ?? '', userId: customer.id, subject: 'subject-1', email: customer.email };
  await panel.ctx.db.insert(loginIdentity).values(identity);
  const to = address();
  await ask(to);
  const { confirm, fresh } = await linksOf(to);
  await open(confirm);
  await open(fresh);
  assert.equal(await emailNow(), to);
  const rows = await panel.ctx.db.select().from(loginIdentity).where(eq(loginIdentity.userId, customer.id));
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ['subject-1'],
  );
});

test('the old address undoes a change that is done: everyone is signed out and it gets a link for the password', async () => {
  const to = address();
  await ask(to);
  const first = await linksOf(to);
  await open(first.confirm);
  await open(first.fresh, browser);
  const [undo = ''] = (await newestTo(panel, customer.email)).tokens;
  assert.notEqual(undo, first.undo);
  // Whoever has the account now changes it again, and sets another password.
  const next = address();
  await ask(next);
  const later = await linksOf(next, to);
  await open(later.confirm);
  await open(later.fresh, browser);
  await browser.post('/set-password', { current_password: PASSWORD, password: 'Another1Horse' });
  assert.equal((await open(undo)).body['outcome'], 'undone');
  assert.equal(await emailNow(), customer.email);
  assert.equal((await browser.get('/user/profile')).status, 401);
  const [reset = ''] = (await newestTo(panel, customer.email)).tokens;
  assert.equal((await panel.browser(owner).post('/reset-password', { token: reset, password: PASSWORD })).status, 200);
  for (const dead of [undo, first.undo, later.undo])
    assert.equal((await open(dead)).body['code'], 'TOKEN_INVALID', 'no later change can be undone into');
});

test('the undo link of the first mail stops a change that waits', async () => {
  const to = address();
  await ask(to);
  const { undo, confirm, fresh } = await linksOf(to);
  assert.equal((await open(confirm)).body['outcome'], 'waiting');
  assert.equal((await open(undo)).body['outcome'], 'stopped');
  assert.equal((await open(fresh)).body['code'], 'TOKEN_INVALID');
  assert.equal(await waiting(), null);
  await ask(to);
  assert.equal((await browser.write('DELETE', '/account/email-change')).status, 200);
  assert.equal((await browser.write('DELETE', '/account/email-change')).status, 404);
  assert.equal(await emailNow(), customer.email);
});

test('a taken address answers as a free one, waits as one, and nobody has its link', async () => {
  const taken = await panel.addUser(owner, 'customer', { language: 'de' });
  const free = address();
  const shape = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
    ...{ status, keys: Object.keys(body).sort(), message: body['message'] },
    data: { ...(body['data'] as object), email: '', expires_at: '' },
  });
  const forFree = shape(await ask(free));
  assert.deepEqual(shape(await ask(taken.email)), forFree);
  assert.equal((await waiting())?.email, taken.email);
  const mails = await mailsTo(panel, taken.email);
  assert.deepEqual(
    mails.map(({ tokens }) => tokens),
    [[]],
  );
  assert.match(mails[0]?.subject ?? '', /Adresse hat bereits/, 'in the language of its owner');
});

test('of two changes the second replaces the first, and the links of the first are refused', async () => {
  const [one, two] = [address(), address()];
  await ask(one);
  const first = await linksOf(one);
  await ask(two);
  const second = await linksOf(two);
  for (const dead of Object.values(first)) assert.equal((await open(dead)).body['code'], 'TOKEN_INVALID');
  await open(second.confirm);
  assert.equal((await open(second.fresh)).body['outcome'], 'changed');
  assert.equal(await emailNow(), two);
  const rows = await panel.ctx.db.select().from(emailChange).where(eq(emailChange.userId, customer.id));
  assert.equal(rows.length, 1);
});

test('links that have expired, of another partner’s host, or of another purpose are refused', async () => {
  const to = address();
  await ask(to);
  const { confirm, fresh } = await linksOf(to);
  const elsewhere = panel.browser(await panel.addPartner());
  assert.equal((await open(confirm, elsewhere)).body['code'], 'TOKEN_INVALID');
  const asPassword = { token: confirm, password: 'Another1Horse' };
  assert.equal((await panel.browser(owner).post('/reset-password', asPassword)).body['code'], 'TOKEN_INVALID');
  await open(confirm);
  panel.clock.offsetMs = 24 * HOUR_MS + 1000;
  assert.equal((await open(fresh)).body['code'], 'TOKEN_INVALID');
  assert.equal(await emailNow(), customer.email);
  const stored = await panel.ctx.db.select().from(tokenTable).where(eq(tokenTable.userId, customer.id));
  assert.ok(
    stored.every(({ tokenHash }) => ![confirm, fresh].includes(tokenHash)),
    'only hashes are kept',
  );
});

test('an address that somebody has got meanwhile is refused at the end, and nothing changes', async () => {
  const to = address();
  await ask(to);
  const { confirm, fresh } = await linksOf(to);
  await open(fresh);
  await panel.addUser(owner, 'customer', { email: to });
  assert.equal((await open(confirm)).body['code'], 'EMAIL_TAKEN');
  assert.equal(await emailNow(), customer.email);
});

test('of two concurrent confirmations with the same link one wins, and with both links the email changes once', async () => {
  const to = address();
  await ask(to);
  const { confirm, fresh } = await linksOf(to);
  const answers = await Promise.all([open(confirm), open(confirm), open(fresh)]);
  const outcomes = answers.map(({ body }) => body['outcome'] ?? body['code']).sort();
  assert.deepEqual(outcomes, ['TOKEN_INVALID', 'changed', 'waiting']);
  assert.equal(await emailNow(), to);
});

test('a caller is limited, whatever address they name', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) statuses.push((await ask(address())).status);
  assert.deepEqual([new Set(statuses.slice(0, 10)), statuses[10]], [new Set([200]), 429]);
});

test('the account’s own email is refused, a proof is needed, and staff who change it end what waits', async () => {
  assert.equal((await ask(customer.email)).body['code'], 'VALIDATION');
  const to = address();
  await ask(to);
  const { confirm, fresh, undo } = await linksOf(to);
  const staff = await panel.signedIn(owner, await panel.addUser(owner, 'admin'));
  assert.equal((await staff.write('PUT', `/customer/${customer.id}`, { email: address() })).status, 200);
  for (const dead of [confirm, fresh, undo]) assert.equal((await open(dead)).body['code'], 'TOKEN_INVALID');
  assert.equal(await waiting(), null);
  panel.clock.offsetMs = 11 * 60_000;
  assert.equal((await ask(address())).body['code'], 'PROOF_NEEDED');
});
