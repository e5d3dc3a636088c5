import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { and, eq, like } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { mailOutbox, recoveryCode, session, totp } from '../../src/db/schema.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { stepOf } from '../../src/modules/second-factor/totp-code.ts';
import { signSsoLink } from '../../src/modules/session/sso.service.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

const STEP_MS = 30_000;

let panel: Panel;
let owner: PartnerRow;
let customer: UserRow;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());
beforeEach(async () => {
  // The middle of a step: no test is at its edge.
  panel.clock.offsetMs = STEP_MS - (Date.now() % STEP_MS) + STEP_MS / 2;
  owner = await panel.addPartner();
  customer = await panel.addUser(owner, 'customer');
});

const codeAt = (secret: string, offsetMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: panel.clock.now().getTime() + offsetMs });

/** Sets an authenticator app up, as the page does; later codes are those of the next step. */
async function setUp(browser: Browser): Promise<{ secret: string; codes: string[] }> {
  const begun = await browser.post('/security/totp');
  assert.equal(begun.status, 200, begun.text);
  const secret = String(begun.body['secret']);
  const confirmed = await browser.post('/security/totp/confirm', { code: codeAt(secret) });
  assert.equal(confirmed.status, 200, confirmed.text);
  panel.clock.offsetMs += STEP_MS;
  return { secret, codes: confirmed.body['codes'] as string[] };
}
async function firstStep(user = customer, next?: string): Promise<Browser> {
  const browser = panel.browser(owner);
  const answer = await browser.post('/login', { email: user.email, password: PASSWORD, next });
  assert.equal(answer.body['second_factor'], true, answer.text);
  return browser;
}
const secondStep = (browser: Browser, code: string, more: object = {}) =>
  browser.post('/second-factor', { code, ...more });
const isIn = async (browser: Browser) => (await browser.get('/user/profile')).status === 200;

test('nothing is asked for before a code has confirmed the app', async () => {
  const browser = await panel.signedIn(owner, customer);
  const begun = await browser.post('/security/totp');
  assert.match(String(begun.body['address']), /^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/);
  const [row] = await panel.ctx.db.select().from(totp).where(eq(totp.userId, customer.id));
  assert.equal(row?.secret.includes(String(begun.body['secret'])), false, 'sealed');
  assert.equal((await browser.post('/security/totp/confirm', { code: '000000' })).body['code'], 'CODE_WRONG');
  assert.equal(await isIn(await panel.signedIn(owner, customer)), true);
  assert.deepEqual((await browser.get('/security/factors')).body['totp'], null);
});

test('a sign-in asks for the code, and nobody is signed in before it', async () => {
  const { secret } = await setUp(await panel.signedIn(owner, customer));
  const browser = await firstStep(customer, '/my-account/profile');
  assert.equal(browser.jar.has('panel_session'), false);
  assert.equal(await isIn(browser), false);
  assert.equal((await secondStep(browser, '000000')).body['code'], 'CODE_WRONG');
  assert.equal(await isIn(browser), false);
  const done = await secondStep(browser, codeAt(secret), { next: '/my-account/profile' });
  assert.deepEqual(done.body, { status: true, redirectUrl: '/my-account/profile' });
  assert.equal(await isIn(browser), true);
  assert.equal((await secondStep(browser, codeAt(secret))).body['code'], 'SIGN_IN_EXPIRED', 'it is used up');
});

test('a code works once, also within its step, and one step of clock skew is allowed', async () => {
  const { secret } = await setUp(await panel.signedIn(owner, customer));
  const code = codeAt(secret);
  assert.equal((await secondStep(await firstStep(), code)).status, 200);
  assert.equal((await secondStep(await firstStep(), code)).body['code'], 'CODE_WRONG', 'replayed');
  assert.equal((await secondStep(await firstStep(), codeAt(secret, -STEP_MS))).body['code'], 'CODE_WRONG', 'older');
  assert.equal((await secondStep(await firstStep(), codeAt(secret, STEP_MS))).status, 200, 'a fast clock');
  const now = panel.clock.now();
  assert.equal(stepOf(secret, codeAt(secret, -STEP_MS), now), Math.floor(now.getTime() / STEP_MS) - 1);
  assert.equal(stepOf(secret, codeAt(secret, 2 * STEP_MS), now), null);
  assert.equal(stepOf(secret, codeAt(secret, -2 * STEP_MS), now), null);
});

test('of two concurrent uses of one code one is signed in', async () => {
  const { secret } = await setUp(await panel.signedIn(owner, customer));
  const browsers = [await firstStep(), await firstStep()];
  const code = codeAt(secret);
  const statuses = await Promise.all(browsers.map(async (browser) => (await secondStep(browser, code)).status));
  assert.deepEqual(statuses.toSorted(), [200, 400]);
});

test('guesses wait after ten, from all addresses together, and the owner gets an email', async () => {
  const { secret } = await setUp(await panel.signedIn(owner, customer));
  const browser = await firstStep();
  for (let i = 0; i < 11; i += 1) assert.equal((await secondStep(browser, '000000')).body['code'], 'CODE_WRONG');
  const held = await secondStep(await firstStep(), codeAt(secret));
  assert.deepEqual([held.status, held.body['code']], [429, 'RATE_LIMITED']);
  await panel.app.idle();
  const mails = await panel.ctx.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, customer.email), like(mailOutbox.subject, 'Someone has the password%')));
  assert.equal(mails.length, 1);
});

test('each of ten recovery codes works once; they are stored hashed; new ones end the old ones', async () => {
  const browser = await panel.signedIn(owner, customer);
  const { codes } = await setUp(browser);
  assert.equal(new Set(codes).size, 10);
  const stored = JSON.stringify(
    await panel.ctx.db.select().from(recoveryCode).where(eq(recoveryCode.userId, customer.id)),
  );
  for (const code of codes) assert.equal(stored.includes(code) || stored.includes(code.replace('-', '')), false);
  const [first = '', second = ''] = codes;
  assert.equal((await secondStep(await firstStep(), ` ${first.toUpperCase()} `)).status, 200);
  assert.equal((await secondStep(await firstStep(), first)).body['code'], 'CODE_WRONG', 'used before');
  assert.equal((await browser.get('/security/factors')).body['recovery_codes'], 9);
  const fresh = (await browser.post('/security/recovery-codes')).body['codes'] as string[];
  assert.equal((await secondStep(await firstStep(), second)).body['code'], 'CODE_WRONG', 'replaced');
  assert.equal((await secondStep(await firstStep(), fresh[0] ?? '')).status, 200);
  const other = await panel.addUser(owner, 'customer');
  await setUp(await panel.signedIn(owner, other));
  assert.equal(
    (await secondStep(await firstStep(other), fresh[1] ?? '')).body['code'],
    'CODE_WRONG',
    'of another user',
  );
});

test('a sign-in that waits ends after ten minutes, with a new password, and on another partner’s panel', async () => {
  const here = await panel.signedIn(owner, customer);
  const { secret } = await setUp(here);
  const slow = await firstStep();
  panel.clock.offsetMs += 10 * 60_000 + 1000;
  assert.equal((await secondStep(slow, codeAt(secret))).body['code'], 'SIGN_IN_EXPIRED');
  const carried = panel.browser(await panel.addPartner());
  carried.jar.set('panel_pending', (await firstStep()).jar.get('panel_pending') ?? '');
  assert.equal((await secondStep(carried, codeAt(secret))).body['code'], 'SIGN_IN_EXPIRED');
  const waiting = await firstStep();
  assert.equal((await here.post('/security/proof', { password: PASSWORD })).status, 200);
  const changed = await here.post('/set-password', { current_password: PASSWORD, password: 'Another2Horse' });
  assert.equal(changed.status, 200);
  assert.equal((await secondStep(waiting, codeAt(secret))).body['code'], 'SIGN_IN_EXPIRED');
});

test('a remembered browser is not asked for 30 days, for its own user alone, until its session is ended', async () => {
  const here = await panel.signedIn(owner, customer);
  const { secret } = await setUp(here);
  const browser = await firstStep();
  assert.equal((await secondStep(browser, codeAt(secret), { remember: true })).status, 200);
  await browser.post('/logout');
  const login = (user: UserRow) => browser.post('/login', { email: user.email, password: PASSWORD });
  assert.equal((await login(customer)).body['second_factor'], undefined);
  assert.equal(await isIn(browser), true);

  const other = await panel.addUser(owner, 'customer');
  await setUp(await panel.signedIn(owner, other));
  await browser.post('/logout');
  assert.equal((await login(other)).body['second_factor'], true, 'remembered for another user');

  assert.equal((await login(customer)).body['second_factor'], undefined);
  const [row] = await panel.ctx.db
    .select()
    .from(session)
    .where(eq(session.userId, customer.id))
    .orderBy(session.createdAt)
    .offset(1);
  assert.equal((await here.write('DELETE', `/security/sessions/${row?.id}`)).status, 200);
  assert.equal(await isIn(browser), false);
  assert.equal((await login(customer)).body['second_factor'], true, 'ended with the session');

  panel.clock.offsetMs += STEP_MS;
  assert.equal((await secondStep(browser, codeAt(secret), { remember: true })).status, 200);
  panel.clock.offsetMs += 31 * 86_400_000;
  assert.equal(await isIn(browser), false);
  assert.equal((await login(customer)).body['second_factor'], true, 'after 30 days');
});

test('a forged or stolen half of the cookie is not remembered', async () => {
  await setUp(await panel.signedIn(owner, customer));
  for (const value of ['x', 'A'.repeat(43), 'A'.repeat(4000)]) {
    const forged = panel.browser(owner);
    forged.jar.set('panel_remembered', value);
    const answer = await forged.post('/login', { email: customer.email, password: PASSWORD });
    assert.equal(answer.body['second_factor'], true);
  }
});

test('removal needs the password and a code, and ends what was remembered', async () => {
  const here = await panel.signedIn(owner, customer);
  const { secret } = await setUp(here);
  const remembered = await firstStep();
  await secondStep(remembered, codeAt(secret), { remember: true });
  panel.clock.offsetMs += STEP_MS;
  const remove = (password: string, code: string) => here.post('/security/totp/remove', { password, code });
  assert.equal((await remove('Wrong1Password', codeAt(secret))).body['code'], 'PASSWORD_WRONG');
  assert.equal((await remove(PASSWORD, '000000')).body['code'], 'CODE_WRONG');
  assert.equal((await remove(PASSWORD, codeAt(secret))).status, 200);
  assert.equal(await isIn(await panel.signedIn(owner, customer)), true);
  assert.equal((await remove(PASSWORD, codeAt(secret))).body['code'], 'NOT_FOUND');
  await setUp(here);
  assert.equal(
    (await remembered.post('/login', { email: customer.email, password: PASSWORD })).body['second_factor'],
    true,
  );
});

test('a second app cannot replace the first one without removing it', async () => {
  const here = await panel.signedIn(owner, customer);
  await setUp(here);
  assert.equal((await here.post('/security/totp')).body['code'], 'SECOND_FACTOR_EXISTS');
});

test('a signed link of the partner asks for the second factor, too', async () => {
  const { secret } = await setUp(await panel.signedIn(owner, customer));
  const link = {
    email: customer.email,
    expires: String(Math.floor(panel.clock.now().getTime() / 1000) + 30),
    nonce: 'n'.repeat(20),
  };
  const signature = signSsoLink(owner.ssoSecret ?? '', link);
  const browser = panel.browser(owner);
  const answer = await browser.get(`/sso/link?${new URLSearchParams({ ...link, signature })}`);
  assert.equal(answer.body['redirectUrl'], '/secondFactor');
  assert.equal(await isIn(browser), false);
  assert.equal((await secondStep(browser, codeAt(secret))).status, 200);
});

test('staff of a partner that requires it can only set one up, and cannot remove the last one', async () => {
  const [boss, colleague] = [await panel.addUser(owner, 'admin'), await panel.addUser(owner, 'admin')];
  const here = await panel.signedIn(owner, boss);
  const there = await panel.signedIn(owner, colleague);
  const require = () => here.write('PUT', '/security/staff-policy', { second_factor: true });
  assert.equal((await require()).body['code'], 'SECOND_FACTOR_MISSING', 'nobody locks themselves out');
  const { secret } = await setUp(here);
  assert.equal((await require()).status, 200);
  const refused = await there.get('/partner/customers');
  assert.deepEqual(
    [refused.status, refused.body['code'], refused.body['redirectUrl']],
    [403, 'SECOND_FACTOR_NEEDED', '/security'],
  );
  assert.equal((await there.get('/site')).body['code'], 'SECOND_FACTOR_NEEDED');
  const again = panel.browser(owner);
  const login = await again.post('/login', { email: colleague.email, password: PASSWORD, next: '/customers' });
  assert.equal(login.body['redirectUrl'], '/security');
  assert.equal((await there.get('/security/factors')).body['is_required'], true);
  await setUp(there);
  assert.equal((await there.get('/partner/customers')).status, 200);
  assert.equal(await isIn(await panel.signedIn(owner, customer)), true, 'customers are not meant');
  const removed = await here.post('/security/totp/remove', { password: PASSWORD, code: codeAt(secret) });
  assert.deepEqual([removed.status, removed.body['code']], [409, 'LAST_SECOND_FACTOR']);
});
