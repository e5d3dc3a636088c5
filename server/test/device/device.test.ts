// On both databases: device.repo.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eq } from 'drizzle-orm';
import type { ApiToken, DeviceStarted, Page } from '@panel/contract';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { apiToken, auditLog, deviceGrant, user } from '../../src/db/schema.ts';
import { sweepExpired } from '../../src/start/sweeps.ts';
import type { Browser, Reply } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';
import { membersOf } from '../member/member-support.ts';

const MINUTE_MS = 60_000;

let panel: Panel;
before(async () => void (panel = await startPanel()));
after(() => panel.close());
beforeEach(() => void (panel.clock.offsetMs = 0));

const { world: account, join } = membersOf(() => panel);

type World = { partner: PartnerRow; owner: UserRow; browser: Browser };

async function world(): Promise<World> {
  const partner = await panel.addPartner();
  const owner = await panel.addUser(partner, 'customer');
  return { partner, owner, browser: await panel.entered(partner, owner) };
}

/** A program: neither cookies nor a CSRF token, nor what browsers say about themselves. */
async function program(partner: PartnerRow, path: string, body: unknown, app = panel.app): Promise<Reply> {
  const { origin } = panel.browser(partner);
  const response = await app.request(`${origin}${path}`, {
    method: 'POST',
    headers: { host: new URL(origin).host, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, cookies: headers.getSetCookie(), body: JSON.parse(text) };
}

async function start(partner: PartnerRow): Promise<DeviceStarted> {
  const answer = await program(partner, '/api-token/device', { client_name: 'panel', host_name: 'laptop.lan' });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.cookies, []);
  return answer.body as unknown as DeviceStarted;
}

const poll = (partner: PartnerRow, { device_code }: Pick<DeviceStarted, 'device_code'>): Promise<Reply> =>
  program(partner, '/api-token/device/token', { device_code });
/** The next poll that is not too soon. */
const pollLater = (partner: PartnerRow, started: DeviceStarted): Promise<Reply> => {
  panel.clock.offsetMs += 5_000;
  return poll(partner, started);
};

const approval = ({ user_code }: Pick<DeviceStarted, 'user_code'>, values: object = {}) => ({
  ...{ user_code, scopes: ['account:read', 'sites:write'], expires_in_days: 90, password: PASSWORD },
  ...values,
});
const approve = (browser: Browser, started: Pick<DeviceStarted, 'user_code'>, values?: object): Promise<Reply> =>
  browser.post('/api-token/device/approval', approval(started, values));
const requestOf = (browser: Browser, code: string): Promise<Reply> =>
  browser.get(`/api-token/device?user_code=${encodeURIComponent(code)}`);
const tokensOf = async (browser: Browser): Promise<ApiToken[]> =>
  ((await browser.get('/api-token')).body as unknown as Page<ApiToken>).pageElements;
const codeOf = ({ status, body }: Reply) => (status < 300 ? 'ok' : body['code']);

test('a program asks, a person reads what asks and allows it, and one poll gets an ordinary token', async () => {
  const { partner, owner, browser } = await world();
  const started = await start(partner);
  assert.match(started.user_code, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  assert.match(started.device_code, /^[\w-]{43}$/);
  assert.equal(started.verification_uri_complete, `${started.verification_uri}?code=${started.user_code}`);
  assert.ok(started.verification_uri.endsWith('/activate'));
  assert.equal(codeOf(await poll(partner, started)), 'AUTHORIZATION_PENDING');

  const typed = ` ${started.user_code.replace('-', '').toLowerCase()} `;
  const { body: asks } = await requestOf(browser, typed);
  assert.deepEqual(
    [asks['user_code'], asks['client_name'], asks['host_name'], asks['ip']],
    [started.user_code, 'panel', 'laptop.lan', '0.0.0.0'],
  );
  assert.equal(codeOf(await approve(browser, started, { password: 'Wrong1Password' })), 'PASSWORD_WRONG');
  assert.deepEqual(await tokensOf(browser), []);
  assert.equal(codeOf(await approve(browser, { user_code: typed })), 'ok');
  assert.equal(codeOf(await approve(browser, started)), 'DEVICE_CODE_USED');

  const { body: given, text } = await pollLater(partner, started);
  assert.equal(given['token_type'], 'Bearer', text);
  assert.equal(given['scope'], 'account:read sites:write');
  assert.equal(given['expires_in'], 90 * 24 * 3600);
  const [listed, ...others] = await tokensOf(browser);
  assert.deepEqual([listed?.name, listed?.status, others.length], ['panel on laptop.lan', 'active', 0]);
  const headers = { authorization: `Bearer ${given['access_token']}` };
  assert.equal((await panel.browser(partner).get('/user/profile', headers)).body['id'], owner.id);
  assert.equal(codeOf(await pollLater(partner, started)), 'INVALID_GRANT', 'a code is good for one token');

  const lines = await panel.ctx.db.select().from(auditLog).where(eq(auditLog.userId, owner.id));
  const actions = lines.map(({ action }) => action);
  assert.ok(actions.includes('api_token.create') && actions.includes('device.approve'), actions.join());
  const stored = JSON.stringify(await panel.ctx.db.select().from(deviceGrant)) + JSON.stringify(lines);
  for (const secret of [started.device_code, String(given['access_token']).slice(10)])
    assert.equal(stored.includes(secret), false);
});

test('of many polls at once one gets the token', async () => {
  const { partner, browser } = await world();
  const started = await start(partner);
  await approve(browser, started);
  const polls = await Promise.all(Array.from({ length: 6 }, () => poll(partner, started)));
  assert.equal(polls.filter(({ status }) => status === 200).length, 1, polls.map(({ text }) => text).join('\n'));
  assert.equal((await tokensOf(browser)).length, 1);
});

test('who polls too soon has to wait longer, also at a server that has started anew', async () => {
  const { partner, browser } = await world();
  const started = await start(partner);
  assert.equal(codeOf(await poll(partner, started)), 'AUTHORIZATION_PENDING');
  const early = await poll(partner, started);
  assert.equal(codeOf(early), 'SLOW_DOWN');
  assert.equal(early.headers.get('retry-after'), '10');
  await approve(browser, started);
  assert.equal(codeOf(await pollLater(partner, started)), 'SLOW_DOWN', 'five seconds are too soon now');
  panel.clock.offsetMs += 15_000;
  const { device_code } = started;
  const late = await program(partner, '/api-token/device/token', { device_code }, panel.restarted());
  assert.equal(late.status, 200, late.text);
});

test('a code that was denied, or has expired, opens nothing', async () => {
  const { partner, browser } = await world();
  const [denied, expired] = [await start(partner), await start(partner)];
  assert.equal(codeOf(await browser.post('/api-token/device/denial', { user_code: denied.user_code })), 'ok');
  assert.equal(codeOf(await approve(browser, denied)), 'DEVICE_CODE_USED');
  assert.equal(codeOf(await poll(partner, denied)), 'ACCESS_DENIED');
  panel.clock.offsetMs = 10 * MINUTE_MS + 1_000;
  assert.equal(codeOf(await requestOf(browser, expired.user_code)), 'DEVICE_CODE_EXPIRED');
  assert.equal(
    codeOf(await approve(await panel.entered(partner, await panel.addUser(partner, 'customer')), expired)),
    'DEVICE_CODE_EXPIRED',
  );
  assert.equal(codeOf(await poll(partner, expired)), 'EXPIRED_TOKEN');
  const left = async (hours: number) => {
    const clock = { now: () => new Date(Date.now() + hours * 60 * MINUTE_MS) };
    await sweepExpired({ ...panel.ctx, clock });
    return (await panel.ctx.db.select().from(deviceGrant).where(eq(deviceGrant.partnerId, partner.id))).length;
  };
  assert.deepEqual([await left(23), await left(25)], [2, 0]);
});

test('codes are not guessed: few tries for a person, also when some are right', async () => {
  const { partner, browser } = await world();
  const { user_code } = await start(partner);
  const answers = [];
  for (let tries = 0; tries < 31; tries += 1)
    answers.push(codeOf(await requestOf(browser, tries % 5 === 4 ? user_code : 'BBBB-BBBB')));
  assert.deepEqual([answers[0], answers[4], answers[29], answers[30]], ['NOT_FOUND', 'ok', 'ok', 'RATE_LIMITED']);
  assert.equal(codeOf(await requestOf(browser, user_code)), 'RATE_LIMITED');
});

test('codes that wait are bounded for an address and for a partner', async () => {
  const { partner } = await world();
  const ask = () => program(partner, '/api-token/device', { client_name: 'panel', host_name: 'laptop' });
  for (let tries = 0; tries < 20; tries += 1) assert.equal(codeOf(await ask()), 'ok');
  assert.equal(codeOf(await ask()), 'RATE_LIMITED');
  const full = await panel.addPartner();
  const now = Date.now();
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    ...{ partnerId: full.id, deviceHash: `${full.id}${at}`, userCode: `${at}`, clientName: 'panel', hostName: 'x' },
    ...{ pollSeconds: 5, expiresAt: new Date(now + 10 * MINUTE_MS) },
  }));
  await panel.ctx.db.insert(deviceGrant).values(rows);
  const refused = await program(full, '/api-token/device', { client_name: 'panel', host_name: 'laptop' });
  assert.equal(codeOf(refused), 'RATE_LIMITED');
  const sentence = { client_name: 'panel', host_name: 'your bank: allow this' };
  assert.equal(codeOf(await program(await panel.addPartner(), '/api-token/device', sentence)), 'VALIDATION');
});

test('a code counts on its own panel alone, and who allows it first has it', async () => {
  const { partner, browser } = await world();
  const neighbour = await panel.entered(partner, await panel.addUser(partner, 'customer'));
  const elsewhere = await world();
  const started = await start(partner);
  assert.equal(codeOf(await requestOf(elsewhere.browser, started.user_code)), 'NOT_FOUND');
  assert.equal(codeOf(await approve(elsewhere.browser, started)), 'NOT_FOUND');
  assert.equal(codeOf(await poll(elsewhere.partner, started)), 'INVALID_GRANT');
  assert.equal(codeOf(await approve(browser, started)), 'ok');
  assert.deepEqual(
    [codeOf(await approve(neighbour, started)), codeOf(await requestOf(neighbour, started.user_code))],
    ['DEVICE_CODE_USED', 'DEVICE_CODE_USED'],
  );
  assert.equal((await poll(partner, started)).status, 200);
  assert.deepEqual([(await tokensOf(browser)).length, (await tokensOf(neighbour)).length], [1, 0]);
});

test('what may not create a token may not allow one: staff, also acting, an old sign-in, a member who only reads', async () => {
  const { partner, customer, own } = await account();
  const started = await start(partner);
  const staff = await panel.entered(partner, await panel.addUser(partner, 'admin'));
  assert.equal(codeOf(await approve(staff, started)), 'FORBIDDEN');
  assert.equal(
    (await staff.post(`/customer/${customer.id}/session`, { reason: 'The shop shows an error' })).status,
    200,
  );
  assert.deepEqual(
    [codeOf(await approve(staff, started)), codeOf(await requestOf(staff, started.user_code))],
    ['ACTING_CLOSED', 'ACTING_CLOSED'],
  );
  const reader = await join({ partner, customer, own }, 'read_only');
  assert.equal(codeOf(await approve(reader.browser, started)), 'MEMBER_ROLE');
  panel.clock.offsetMs = 11 * MINUTE_MS;
  assert.equal(codeOf(await approve(own, await start(partner))), 'PROOF_NEEDED');
});

test('time passes between allowing and asking: nobody suspended, removed or with fifty tokens gets one', async () => {
  const { partner, owner, browser } = await world();
  const suspended = await start(partner);
  await approve(browser, suspended);
  const set = (values: Partial<typeof user.$inferInsert>) =>
    panel.ctx.db.update(user).set(values).where(eq(user.id, owner.id));
  await set({ suspendedAt: new Date() });
  assert.equal(codeOf(await poll(partner, suspended)), 'ACCESS_DENIED');
  await set({ suspendedAt: null, isAbuseSystem: true });
  assert.equal(codeOf(await pollLater(partner, suspended)), 'ACCESS_DENIED');
  await set({ isAbuseSystem: false });
  const full = Array.from({ length: 50 }, (_, at) => ({
    ...{
      partnerId: partner.id,
      customerId: owner.id,
      name: 'x',
      prefix: 'x',
      tokenHash: `${owner.id}${at}`,
      scopes: [],
    },
  }));
  await panel.ctx.db.insert(apiToken).values(full);
  assert.equal(codeOf(await pollLater(partner, suspended)), 'API_TOKEN_LIMIT');
  assert.equal(codeOf(await approve(browser, await start(partner))), 'API_TOKEN_LIMIT');
  await panel.ctx.db.delete(apiToken).where(eq(apiToken.customerId, owner.id));
  assert.equal((await pollLater(partner, suspended)).status, 200);

  const mine = await account();
  const member = await join(mine, 'developer');
  const [first, second] = [await start(mine.partner), await start(mine.partner)];
  for (const started of [first, second]) assert.equal(codeOf(await approve(member.browser, started)), 'ok');
  assert.equal((await poll(mine.partner, first)).status, 200);
  assert.equal((await tokensOf(mine.own))[0]?.made_by, member.email);
  assert.equal((await mine.own.write('DELETE', `/account/member/${member.id}`)).status, 200);
  assert.equal(codeOf(await poll(mine.partner, second)), 'INVALID_GRANT', 'the request went with the member');
});

test('who has a token ends it by the token itself, on its own panel alone', async () => {
  const { partner, browser } = await world();
  const started = await start(partner);
  await approve(browser, started);
  const token = (await poll(partner, started)).body['access_token'];
  const statusNow = async () => (await tokensOf(browser))[0]?.status;
  assert.equal((await program(await panel.addPartner(), '/api-token/revocation', { token })).status, 200);
  assert.equal((await program(partner, '/api-token/revocation', { token: 'pnl_wrong' })).status, 200);
  assert.equal(await statusNow(), 'active');
  for (let tries = 0; tries < 2; tries += 1)
    assert.equal((await program(partner, '/api-token/revocation', { token })).status, 200);
  assert.equal(await statusNow(), 'revoked');
});
