import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, desc, eq } from 'drizzle-orm';
import { auditLog, mailOutbox, user } from '../../src/db/schema.ts';
import type { PartnerRow } from '../../src/context/call-context.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const NEW_PASSWORD = 'Another2Horse';

async function mailsTo(recipient: string) {
  await panel.app.idle();
  return panel.ctx.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, recipient))
    .orderBy(desc(mailOutbox.createdAt));
}

async function linkTo(recipient: string): Promise<URL> {
  const [mail] = await mailsTo(recipient);
  const link = /https?:\/\/\S+token=\S+/.exec(mail?.text ?? '')?.[0];
  assert.ok(link, 'the mail has a link');
  return new URL(link);
}

const tokenOf = (link: URL) => link.searchParams.get('token');
const canSignIn = async (owner: PartnerRow, email: string, password: string) =>
  (await panel.browser(owner).post('/login', { email, password })).status === 200;

test('signing up sends a link to the partner’s own address, and the link opens the account', async () => {
  const owner = await panel.addPartner();
  const browser = panel.browser(owner);
  const answer = await browser.post('/signup', { email: 'new@example.com', firstname: 'Ada' });
  assert.equal(answer.status, 200);
  const link = await linkTo('new@example.com');
  assert.equal(link.origin, `http://${owner.domain}:23099`);
  assert.equal(link.pathname, '/setPassword');
  const set = await browser.post('/set-password', {
    token: tokenOf(link),
    password: NEW_PASSWORD,
    partner_id: owner.id,
  });
  assert.deepEqual(set.body, { status: true, redirectUrl: '/welcome' });
  assert.equal((await browser.get('/user/profile')).body['email'], 'new@example.com', 'it is signed in');
  assert.equal(await canSignIn(owner, 'new@example.com', NEW_PASSWORD), true);
  const again = await browser.post('/set-password', { token: tokenOf(link), password: 'Third3Horse' });
  assert.equal(again.body['code'], 'TOKEN_INVALID');
});

test('who signs up is written to in the language of their browser, which the account keeps', async () => {
  const owner = await panel.addPartner();
  for (const [email, picked, subject] of [
    ['picked@example.com', 'tr', /parola/],
    ['asked@example.com', null, /Passwort/],
  ] as const) {
    const browser = panel.browser(owner, { 'accept-language': 'de-AT' });
    if (picked) browser.jar.set('panel_language', picked);
    assert.equal((await browser.post('/signup', { email })).status, 200);
    assert.match((await mailsTo(email))[0]?.subject ?? '', subject);
    const [row] = await panel.ctx.db.select({ language: user.language }).from(user).where(eq(user.email, email));
    assert.equal(row?.language, picked ?? 'de');
  }
});

test('signing up with a known address has the same response, and the email informs its owner', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const known = await panel.browser(owner).post('/signup', { email: customer.email });
  const unknown = await panel.browser(owner).post('/signup', { email: 'someone@example.com' });
  assert.equal(known.text, unknown.text);
  assert.equal(known.status, unknown.status);
  const [mail] = await mailsTo(customer.email);
  assert.match(mail?.subject ?? '', /^You already have an account/);
  assert.equal((await linkTo(customer.email)).pathname, '/resetPassword');
  assert.equal(await canSignIn(owner, customer.email, PASSWORD), true, 'Nothing was changed');
});

test('a forgotten password: the same response for unknown addresses, no email to them, and all sessions end after the reset', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const tabs = [await panel.signedIn(owner, customer), await panel.signedIn(owner, customer)];
  const browser = panel.browser(owner);
  const known = await browser.post('/forget-password', { email: customer.email });
  const unknown = await browser.post('/forget-password', { email: 'stranger@example.com' });
  assert.equal(known.text, unknown.text);
  assert.deepEqual(await mailsTo('stranger@example.com'), []);

  const link = await linkTo(customer.email);
  const weak = await browser.post('/reset-password', { token: tokenOf(link), password: 'short' });
  assert.equal(weak.status, 422);
  assert.deepEqual(weak.body['fields'], { password: 'Password should be at least 8 characters.' });
  const reset = await browser.post('/reset-password', { token: tokenOf(link), password: NEW_PASSWORD });
  assert.equal(reset.status, 200);
  const [told] = await mailsTo(customer.email);
  assert.match(told?.subject ?? '', /was changed$/);
  for (const tab of tabs) assert.equal((await tab.get('/user/profile')).status, 401);
  assert.equal(await canSignIn(owner, customer.email, PASSWORD), false);
  assert.equal(await canSignIn(owner, customer.email, NEW_PASSWORD), true);
});

test('a link expires after an hour, or with the use of another one, and belongs to one partner and one purpose', async () => {
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  const ask = async () => {
    await browser.post('/forget-password', { email: customer.email });
    return tokenOf(await linkTo(customer.email));
  };
  const [first, second] = [await ask(), await ask()];
  assert.notEqual(first, second);
  assert.equal(
    (await panel.browser(other).post('/reset-password', { token: first, password: NEW_PASSWORD })).body['code'],
    'TOKEN_INVALID',
  );
  assert.equal(
    (await browser.post('/set-password', { token: first, password: NEW_PASSWORD })).body['code'],
    'TOKEN_INVALID',
  );
  panel.clock.offsetMs += 3_601_000;
  assert.equal(
    (await browser.post('/reset-password', { token: first, password: NEW_PASSWORD })).body['code'],
    'TOKEN_INVALID',
  );
  panel.clock.offsetMs = 0;
  assert.equal((await browser.post('/reset-password', { token: second, password: NEW_PASSWORD })).status, 200);
  assert.equal(
    (await browser.post('/reset-password', { token: first, password: NEW_PASSWORD })).body['code'],
    'TOKEN_INVALID',
  );
});

test('a link is checked without using it up, for its own purpose and partner only', async () => {
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  await browser.post('/forget-password', { email: customer.email });
  const token = tokenOf(await linkTo(customer.email));
  const check = async (kind: string, at = browser) =>
    (await at.post('/password-link', { token, kind })).body['code'] ?? 'valid';
  assert.equal(await check('reset_password'), 'valid');
  assert.equal(await check('reset_password'), 'valid', 'the check does not use it up');
  assert.equal(await check('set_password'), 'TOKEN_INVALID');
  assert.equal(await check('reset_password', panel.browser(other)), 'TOKEN_INVALID');
  const reset = await browser.post('/reset-password', { token, password: NEW_PASSWORD });
  assert.equal(reset.status, 200);
  assert.equal((await browser.get('/user/profile')).status, 401, 'a reset signs nobody in');
  assert.equal(await check('reset_password'), 'TOKEN_INVALID');
});

test('of two concurrent uses of one link only one succeeds', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const browser = panel.browser(owner);
  await browser.post('/forget-password', { email: customer.email });
  const token = tokenOf(await linkTo(customer.email));
  const answers = await Promise.all(
    ['One1Password', 'Two2Password'].map((password) => browser.post('/reset-password', { token, password })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
});

test('changing one’s own password needs the current one, ends other sessions and keeps this browser signed in', async () => {
  const owner = await panel.addPartner();
  const customer = await panel.addUser(owner, 'customer');
  const [here, elsewhere] = [await panel.signedIn(owner, customer), await panel.signedIn(owner, customer)];
  const before = here.jar.get('panel_session');
  assert.equal(
    (await here.post('/set-password', { current_password: 'Wrong1Password', password: NEW_PASSWORD })).body['code'],
    'PASSWORD_WRONG',
  );
  const changed = await here.post('/set-password', { current_password: PASSWORD, password: NEW_PASSWORD });
  assert.equal(changed.status, 200);
  assert.notEqual(here.jar.get('panel_session'), before, 'the id was rotated');
  assert.equal((await here.get('/user/profile')).status, 200);
  assert.equal((await elsewhere.get('/user/profile')).status, 401);
  const anonymous = await panel
    .browser(owner)
    .post('/set-password', { current_password: NEW_PASSWORD, password: PASSWORD });
  assert.equal(anonymous.body['code'], 'UNAUTHENTICATED');
});

test('naming another partner is rejected and logged', async () => {
  const [owner, other] = [await panel.addPartner(), await panel.addPartner()];
  const answer = await panel
    .browser(owner)
    .post('/reset-password', { token: 'x'.repeat(43), password: NEW_PASSWORD, partner_id: other.id });
  assert.equal(answer.status, 403);
  assert.equal(answer.body['code'], 'TENANT_MISMATCH');
  const lines = await panel.ctx.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.partnerId, owner.id), eq(auditLog.action, 'tenant.mismatch')));
  assert.equal(lines.length, 1);
  assert.deepEqual(lines[0]?.detail, { field: 'partner_id', path: '/reset-password' });
});

test('emails show the brand, and none of it is markup', async () => {
  const owner = await panel.addPartner({
    attributes: { RESELLER_COMPANY_NAME: 'A<script>&"Co', CSS_BTN_BG_COLOR: 'red;background:url(//evil)' },
  });
  await panel.browser(owner).post('/signup', { email: 'brand@example.com' });
  const [mail] = await mailsTo('brand@example.com');
  assert.match(mail?.text ?? '', /Welcome to A<script>&"Co/);
  assert.equal(mail?.html?.includes('<script>'), false);
  assert.match(mail?.html ?? '', /A&#60;script&#62;&#38;&#34;Co/);
  assert.equal(mail?.html?.includes('evil'), false);
});
