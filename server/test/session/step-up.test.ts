import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { contract } from '@panel/contract';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

const MINUTE_MS = 60_000;

let panel: Panel;
let owner: PartnerRow;
let customer: UserRow;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());
beforeEach(async () => {
  panel.clock.offsetMs = 0;
  owner = await panel.addPartner();
  customer = await panel.addUser(owner, 'customer');
});

test('a dangerous call runs within ten minutes of the sign-in, and afterwards needs a proof', async () => {
  const browser = await panel.signedIn(owner, customer);
  assert.equal((await browser.post('/security/totp')).status, 200);
  panel.clock.offsetMs = 11 * MINUTE_MS;
  const refused = await browser.post('/security/totp');
  assert.deepEqual([refused.status, refused.body['code']], [403, 'PROOF_NEEDED']);
  assert.equal((await browser.get('/security/factors')).status, 200, 'other calls go on');
  assert.equal((await browser.post('/security/proof', { password: 'Wrong1Password' })).body['code'], 'PASSWORD_WRONG');
  assert.equal((await browser.post('/security/totp')).body['code'], 'PROOF_NEEDED');
  assert.equal((await browser.post('/security/proof', { password: PASSWORD })).status, 200);
  assert.equal((await browser.post('/security/totp')).status, 200);
  panel.clock.offsetMs += 11 * MINUTE_MS;
  assert.equal((await browser.post('/security/totp')).body['code'], 'PROOF_NEEDED', 'a proof gets old as well');
});

test('a proof counts for its own session alone, and cannot be guessed', async () => {
  const [here, there] = [await panel.signedIn(owner, customer), await panel.signedIn(owner, customer)];
  panel.clock.offsetMs = 11 * MINUTE_MS;
  await here.post('/security/proof', { password: PASSWORD });
  assert.equal((await there.post('/security/totp')).body['code'], 'PROOF_NEEDED');
  for (let i = 0; i < 10; i += 1) await there.post('/security/proof', { password: 'Wrong1Password' });
  assert.equal((await there.post('/security/proof', { password: PASSWORD })).body['code'], 'RATE_LIMITED');
});

test('an API token, a passkey, and signing all others out need a proof as well', async () => {
  const browser = await panel.signedIn(owner, customer);
  panel.clock.offsetMs = 11 * MINUTE_MS;
  const token = { name: 'Deploy', scopes: ['sites:read'], expires_in_days: 90, password: PASSWORD };
  const ask = async () => [
    (await browser.post('/api-token', token)).body['code'],
    (await browser.post('/passkeys/options')).body['code'],
    (await browser.write('DELETE', '/security/sessions')).body['code'],
  ];
  assert.deepEqual(await ask(), ['PROOF_NEEDED', 'PROOF_NEEDED', 'PROOF_NEEDED']);
  await browser.post('/security/proof', { password: PASSWORD });
  assert.deepEqual(await ask(), [undefined, undefined, undefined]);
});

test('a change of the password, and signing one browser out, need a proof as well; the link of an email is one', async () => {
  const browser = await panel.signedIn(owner, customer);
  const other = await panel.signedIn(owner, customer);
  const sessions = await browser.get('/security/sessions?pageIndex=0&pageSize=10&orderBy=created_at');
  const rows = sessions.body['pageElements'] as { id: string; is_current: boolean }[];
  const id = rows.find(({ is_current }) => !is_current)?.id;
  panel.clock.offsetMs = 11 * MINUTE_MS;
  const change = { current_password: PASSWORD, password: 'Another1Horse' };
  assert.equal((await browser.post('/set-password', change)).body['code'], 'PROOF_NEEDED');
  assert.equal((await browser.write('DELETE', `/security/sessions/${id}`)).body['code'], 'PROOF_NEEDED');
  assert.equal((await other.get('/user/profile')).status, 200, 'nobody was signed out');
  const link = { token: 'x'.repeat(43), password: 'Another1Horse' };
  assert.equal((await browser.post('/set-password', link)).body['code'], 'TOKEN_INVALID', 'asked for no proof');
  await browser.post('/security/proof', { password: PASSWORD });
  assert.equal((await browser.write('DELETE', `/security/sessions/${id}`)).status, 200);
  assert.equal((await other.get('/user/profile')).status, 401);
  assert.equal((await browser.post('/set-password', change)).status, 200);
});

test('no API token opens a call that needs a proof, nor one that gives it', () => {
  const closed: string[] = [];
  for (const [group, calls] of Object.entries(contract))
    for (const [name, declared] of Object.entries(calls)) {
      const { meta } = (declared as { '~orpc': { meta: { stepUp?: boolean; scope?: string } } })['~orpc'];
      if (meta.stepUp || `${group}.${name}` === 'security.prove') closed.push(meta.scope ?? 'none');
    }
  assert.ok(closed.length >= 8);
  assert.deepEqual([...new Set(closed)], ['closed']);
});
