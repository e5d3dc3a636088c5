import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { and, eq, like } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { mailOutbox, passkeyChallenge } from '../../src/db/schema.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { sweepChallenges } from '../../src/modules/second-factor/passkey.repo.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { SoftwareAuthenticator, type Lie } from '../../src/testing/software-authenticator.ts';

let panel: Panel;
let owner: PartnerRow;
let customer: UserRow;
let here: Browser;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());
beforeEach(async () => {
  panel.clock.offsetMs = 0;
  owner = await panel.addPartner();
  customer = await panel.addUser(owner, 'customer');
  here = await panel.signedIn(owner, customer);
});

type Options = { challenge: string; user: { id: string }; allowCredentials?: { id: string }[] };
const newKey = (of: PartnerRow = owner) => new SoftwareAuthenticator(panel.browser(of).origin);
const optionsOf = async (browser: Browser, path: string) => {
  const answer = await browser.post(`/passkeys${path}/options`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as Options;
};

/** Makes a passkey, as the security page does. */
async function add(browser: Browser, name = 'Laptop') {
  const key = newKey();
  const credential = key.create(await optionsOf(browser, ''));
  const answer = await browser.post('/passkeys', { name, credential });
  assert.equal(answer.status, 200, answer.text);
  return { key, codes: answer.body['codes'] as string[] };
}
async function signIn(key: SoftwareAuthenticator, lie: Lie = {}, browser = panel.browser(owner)) {
  const credential = key.get(await optionsOf(browser, '/sign-in'), lie);
  return { browser, answer: await browser.post('/passkeys/sign-in', { credential }) };
}
async function firstStep(): Promise<Browser> {
  const browser = panel.browser(owner);
  const answer = await browser.post('/login', { email: customer.email, password: PASSWORD });
  assert.equal(answer.body['second_factor'], true, answer.text);
  return browser;
}
const isIn = async (browser: Browser) => (await browser.get('/user/profile')).status === 200;
const mails = async (subject: string) => {
  await panel.app.idle();
  const found = and(eq(mailOutbox.recipient, customer.email), like(mailOutbox.subject, subject));
  return (await panel.ctx.db.select().from(mailOutbox).where(found)).length;
};
const factors = async (browser = here) =>
  (await browser.get('/security/factors')).body as unknown as {
    passkeys: { id: string; name: string; last_used_at: string | null }[];
    recovery_codes: number;
  };

test('a passkey is made, listed, used alone to sign in, renamed and removed', async () => {
  const { key, codes } = await add(here, ' Laptop ');
  assert.equal(codes.length, 10, 'the first factor brings recovery codes');
  const [before] = (await factors()).passkeys;
  assert.deepEqual([before?.name, before?.last_used_at], ['Laptop', null]);
  const { browser, answer } = await signIn(key);
  assert.deepEqual(answer.body, { status: true, redirectUrl: '/get-started' });
  assert.equal(await isIn(browser), true);
  const id = before?.id ?? '';
  assert.notEqual((await factors()).passkeys[0]?.last_used_at, null);
  assert.equal((await here.write('PUT', `/passkeys/${id}`, { name: 'Phone' })).status, 200);
  assert.equal((await factors()).passkeys[0]?.name, 'Phone');
  assert.equal((await here.write('DELETE', `/passkeys/${id}`)).status, 200);
  const left = await factors();
  assert.deepEqual([left.passkeys.length, left.recovery_codes], [0, 0]);
  assert.equal((await signIn(key)).answer.body['code'], 'PASSKEY_REFUSED');
  assert.equal(await isIn(await panel.signedIn(owner, customer)), true, 'the password alone is enough again');
  assert.equal(await mails('A passkey was added%'), 1);
  assert.equal(await mails('A passkey of your%was removed'), 1);
});

test('with a passkey the password asks for a second factor: it, or a recovery code', async () => {
  const { key, codes } = await add(here);
  const browser = await firstStep();
  assert.equal(await isIn(browser), false);
  assert.deepEqual((await browser.get('/second-factor')).body, { code: false, passkey: true });
  const options = await optionsOf(browser, '/second-factor');
  assert.deepEqual(
    options.allowCredentials?.map(({ id }) => id),
    [key.id.toString('base64url')],
  );
  const credential = key.get(options, { unverified: true });
  const answer = await browser.post('/passkeys/second-factor', { credential, remember: true, next: '/sites' });
  assert.deepEqual(answer.body, { status: true, redirectUrl: '/sites' });
  assert.equal(await isIn(browser), true);
  await browser.post('/logout');
  const again = await browser.post('/login', { email: customer.email, password: PASSWORD });
  assert.equal(again.body['second_factor'], undefined, 'remembered');
  assert.equal((await (await firstStep()).post('/second-factor', { code: codes[0] })).status, 200);
});

test('a key whose authenticator has not checked its user is not enough alone', async () => {
  const { key } = await add(here);
  assert.equal((await signIn(key, { unverified: true })).answer.body['code'], 'PASSKEY_REFUSED');
});

test('an answer for another origin, host or purpose is refused, and uses its challenge up', async () => {
  const { key } = await add(here);
  for (const lie of [{ origin: 'https://panel.evil.test' }, { host: 'evil.test' }, { type: 'webauthn.create' }]) {
    const { answer, browser } = await signIn(key, lie);
    assert.deepEqual([answer.status, answer.body['code']], [400, 'PASSKEY_REFUSED'], JSON.stringify(lie));
    assert.equal(await isIn(browser), false);
  }
  const browser = panel.browser(owner);
  const options = await optionsOf(browser, '/sign-in');
  const wrong = key.get(options, { origin: 'http://localhost' });
  assert.equal((await browser.post('/passkeys/sign-in', { credential: wrong })).body['code'], 'PASSKEY_REFUSED');
  const right = await browser.post('/passkeys/sign-in', { credential: key.get(options) });
  assert.equal(right.body['code'], 'PASSKEY_REFUSED', 'the challenge is gone');
  const other = newKey();
  const forged = other.create(await optionsOf(here, ''), { origin: 'https://panel.evil.test' });
  assert.equal((await here.post('/passkeys', { name: 'x', credential: forged })).body['code'], 'PASSKEY_REFUSED');
});

test('an answer works once, in the browser that asked, for what it asked, within 15 minutes', async () => {
  const { key } = await add(here);
  const browser = panel.browser(owner);
  const credential = key.get(await optionsOf(browser, '/sign-in'));
  const stolen = panel.browser(owner);
  assert.equal((await stolen.post('/passkeys/sign-in', { credential })).body['code'], 'PASSKEY_REFUSED');
  assert.equal((await browser.post('/passkeys/sign-in', { credential })).status, 200);
  assert.equal((await browser.post('/passkeys/sign-in', { credential })).body['code'], 'PASSKEY_REFUSED', 'replayed');

  const asked = await firstStep();
  const signed = key.get(await optionsOf(asked, '/sign-in'));
  const mixed = await asked.post('/passkeys/second-factor', { credential: signed });
  assert.equal(mixed.body['code'], 'PASSKEY_REFUSED', 'of another purpose');

  const slow = panel.browser(owner);
  const late = key.get(await optionsOf(slow, '/sign-in'));
  panel.clock.offsetMs = 15 * 60_000 + 1000;
  assert.equal(
    (await slow.post('/passkeys/sign-in', { credential: late })).body['code'],
    'PASSKEY_REFUSED',
    'too late',
  );
  await sweepChallenges(panel.ctx.db, panel.clock.now());
  const left = await panel.ctx.db.select().from(passkeyChallenge).where(eq(passkeyChallenge.partnerId, owner.id));
  assert.equal(left.length, 0);
});

test('a copied key is refused when its count goes back, and its owner gets an email', async () => {
  const { key } = await add(here);
  const copy = new SoftwareAuthenticator(key.origin, key);
  assert.equal((await signIn(key)).answer.status, 200);
  assert.equal((await signIn(key)).answer.status, 200);
  const { answer, browser } = await signIn(copy);
  assert.deepEqual([answer.status, answer.body['code']], [400, 'PASSKEY_COPIED']);
  assert.equal(await isIn(browser), false);
  assert.equal(await mails('A passkey of your%may have been copied'), 1);
  assert.equal((await signIn(key, { counter: 0 })).answer.body['code'], 'PASSKEY_COPIED', 'it had counted before');
});

test('a key that does not count works as often as it likes', async () => {
  const { key } = await add(here);
  for (let i = 0; i < 3; i += 1) assert.equal((await signIn(key, { counter: 0 })).answer.status, 200);
});

test('a statement with certificates is refused before anybody follows them', async () => {
  const key = newKey();
  for (const format of ['packed', 'apple', 'android-key', 'tpm', 'fido-u2f']) {
    const statement = new Map<string, unknown>([['x5c', [new Uint8Array([1, 2, 3])]]]);
    const credential = key.create(await optionsOf(here, ''), { format, statement });
    assert.equal((await here.post('/passkeys', { name: 'x', credential })).body['code'], 'PASSKEY_REFUSED', format);
  }
});

test('bytes that are no passkey are refused, however deep they nest', async () => {
  const deep = Buffer.alloc(3000, 0x81).toString('base64url');
  const credential = newKey().create(await optionsOf(here, ''));
  credential.response.attestationObject = deep;
  assert.equal((await here.post('/passkeys', { name: 'x', credential })).body['code'], 'PASSKEY_REFUSED');
  credential.response.clientDataJSON = Buffer.from('{'.repeat(2000)).toString('base64url');
  assert.equal((await here.post('/passkeys', { name: 'x', credential })).body['code'], 'PASSKEY_REFUSED');
});

test('a passkey proves who one is, for its own user alone', async () => {
  const { key } = await add(here);
  const other = await panel.signedIn(owner, await panel.addUser(owner, 'customer'));
  panel.clock.offsetMs = 11 * 60_000;
  assert.equal((await here.post('/passkeys/options')).body['code'], 'PROOF_NEEDED');
  const foreign = await other.post('/security/proof', { credential: key.get(await optionsOf(other, '/proof')) });
  assert.equal(foreign.body['code'], 'PASSKEY_REFUSED');
  const proof = await here.post('/security/proof', { credential: key.get(await optionsOf(here, '/proof')) });
  assert.equal(proof.status, 200, proof.text);
  assert.equal((await here.post('/passkeys/options')).status, 200);
});

test('passkeys of others cannot be found, and one of another panel is worthless here', async () => {
  const { key } = await add(here);
  const id = (await factors()).passkeys[0]?.id ?? '';
  const other = await panel.signedIn(owner, await panel.addUser(owner, 'customer'));
  assert.equal((await other.write('PUT', `/passkeys/${id}`, { name: 'Mine' })).status, 404);
  assert.equal((await other.write('DELETE', `/passkeys/${id}`)).status, 404);
  const elsewhere = panel.browser(await panel.addPartner());
  const credential = key.get(await optionsOf(elsewhere, '/sign-in'));
  assert.equal((await elsewhere.post('/passkeys/sign-in', { credential })).body['code'], 'PASSKEY_REFUSED');
  const copied = newKey();
  Object.assign(copied, { id: key.id });
  const again = copied.create(await optionsOf(other, ''));
  assert.equal((await other.post('/passkeys', { name: 'x', credential: again })).body['code'], 'PASSKEY_REFUSED');
});

test('an app beside a passkey keeps the recovery codes, and either stays when the other is removed', async () => {
  await add(here);
  const secret = String((await here.post('/security/totp')).body['secret']);
  const code = new TOTP({ secret }).generate({ timestamp: panel.clock.now().getTime() });
  assert.deepEqual((await here.post('/security/totp/confirm', { code })).body['codes'], []);
  const id = (await factors()).passkeys[0]?.id ?? '';
  assert.equal((await here.write('DELETE', `/passkeys/${id}`)).status, 200);
  assert.equal((await factors()).recovery_codes, 10);
  const browser = await firstStep();
  assert.deepEqual((await browser.get('/second-factor')).body, { code: true, passkey: false });
  await add(here);
  panel.clock.offsetMs = 30_000;
  const next = new TOTP({ secret }).generate({ timestamp: panel.clock.now().getTime() });
  const removed = await here.post('/security/totp/remove', { password: PASSWORD, code: next });
  assert.equal(removed.status, 200, removed.text);
  assert.deepEqual((await (await firstStep()).get('/second-factor')).body, { code: false, passkey: true });
});

test('staff who need a second factor cannot remove their last passkey', async () => {
  const boss = await panel.addUser(owner, 'admin');
  const browser = await panel.signedIn(owner, boss);
  await add(browser, 'First');
  await add(browser, 'Second');
  assert.equal((await browser.write('PUT', '/security/staff-policy', { second_factor: true })).status, 200);
  const [first, second] = (await factors(browser)).passkeys;
  assert.equal((await browser.write('DELETE', `/passkeys/${first?.id}`)).status, 200);
  const last = await browser.write('DELETE', `/passkeys/${second?.id}`);
  assert.deepEqual([last.status, last.body['code']], [409, 'LAST_SECOND_FACTOR']);
  assert.equal((await factors(browser)).passkeys.length, 1);
});

test('an account can have 20 passkeys', async () => {
  for (let i = 0; i < 20; i += 1) {
    await add(here, `Key ${i}`);
    panel.clock.offsetMs += 16 * 60_000;
    await here.post('/security/proof', { password: PASSWORD });
  }
  const full = await here.post('/passkeys/options');
  assert.deepEqual([full.status, full.body['code']], [409, 'PASSKEY_LIMIT']);
});
