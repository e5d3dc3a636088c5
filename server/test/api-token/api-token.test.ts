import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { desc, eq } from 'drizzle-orm';
import { SCOPES, type ApiToken, type ApiTokenCreated, type ApiTokenInput, type Page } from '@panel/contract';
import { apiToken, auditLog, mailOutbox, notification, user } from '../../src/db/schema.ts';
import { removeOldRecords } from '../../src/start/sweeps.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { createFairShare, type Caller } from '../../src/http/fair-share.ts';
import { makeTokenText } from '../../src/modules/api-token/token-text.ts';
import type { Browser, Reply } from '../http/browser.ts';
import { PASSWORD, startPanel, type Panel } from '../http/harness.ts';

const DAY_MS = 24 * 3_600_000;

let panel: Panel;
/** Who paid for a request, and for one that was refused. */
const entered: Caller[] = [];
const refused: Caller[] = [];
before(async () => {
  const share = createFairShare();
  panel = await startPanel({
    parts: {
      share: {
        enter: (kind, caller, gone) => {
          entered.push(caller);
          return share.enter(kind, caller, gone);
        },
        refused: (caller, unreadBytes, gone) => {
          refused.push(caller);
          return share.refused(caller, unreadBytes, gone);
        },
      },
    },
  });
});
after(() => panel.close());

type World = { partner: PartnerRow; owner: UserRow; browser: Browser };

async function world(): Promise<World> {
  const partner = await panel.addPartner();
  const owner = await panel.addUser(partner, 'customer');
  return { partner, owner, browser: await panel.entered(partner, owner) };
}

const input = (values: Partial<ApiTokenInput> = {}): ApiTokenInput => ({
  ...{ name: 'Deploy', scopes: [...SCOPES], expires_in_days: 90, password: PASSWORD },
  ...values,
});

async function create({ browser }: Pick<World, 'browser'>, values?: Partial<ApiTokenInput>): Promise<ApiTokenCreated> {
  const answer = await browser.post('/api-token', input(values));
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as ApiTokenCreated;
}

/** A request of a program: the token alone. */
const send = (partner: PartnerRow, token: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  panel.browser(partner).send(method, path, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
const read = (partner: PartnerRow, token: string, path = '/user/profile') => send(partner, token, 'GET', path);

const listOf = async ({ browser }: Pick<World, 'browser'>, query = '') =>
  ((await browser.get(`/api-token${query}`)).body as unknown as Page<ApiToken>).pageElements;

test('a token is shown once, and only its hash is stored', async () => {
  const mine = await world();
  const { data, token } = await create(mine, { scopes: ['sites:read', 'sites:read'] });
  assert.deepEqual(data.scopes, ['sites:read']);
  assert.equal(data.prefix, token.slice(0, 10));
  assert.equal(data.status, 'active');
  assert.equal(data.last_used_at, null);
  const days = (Date.parse(data.expires_at ?? '') - Date.parse(data.created_at)) / DAY_MS;
  assert.equal(days, 90);
  assert.equal((await mine.browser.get('/api-token')).text.includes(token), false);
  const [row] = await panel.ctx.db.select().from(apiToken).where(eq(apiToken.id, data.id));
  assert.equal(JSON.stringify(row).includes(token.slice(10)), false);
  assert.match(row?.tokenHash ?? '', /^[\w-]{43}$/);
});

test('a repeated request with one key makes another token, because no answer with a token is kept', async () => {
  const { browser } = await world();
  const once = () => browser.post('/api-token', input(), { 'idempotency-key': 'same' });
  const [first, second] = [await once(), await once()];
  assert.equal(second.headers.get('idempotency-replayed'), null);
  assert.notEqual(first.body['token'], second.body['token']);
});

test('the password is needed, and ten wrong ones are the last', async () => {
  const { browser } = await world();
  for (let tried = 0; tried < 10; tried += 1)
    assert.equal(
      (await browser.post('/api-token', input({ password: 'Wrong1Password' }))).body['code'],
      'PASSWORD_WRONG',
    );
  assert.equal((await browser.post('/api-token', input())).body['code'], 'RATE_LIMITED');
});

test('what is wrong with the input is said at its field', async () => {
  const { browser } = await world();
  const { body } = await browser.post('/api-token', { name: ' ', scopes: [], expires_in_days: 8, password: '' });
  assert.deepEqual(body['fields'], {
    name: 'Enter a name.',
    scopes: 'Choose what the token can reach.',
    expires_in_days: 'Choose one of the periods.',
    password: 'Enter your password.',
  });
});

test('a token reads and writes in the name of its owner, without cookies and without a CSRF token', async () => {
  const { partner, owner, ...mine } = await world();
  const { token } = await create(mine);
  const profile = await read(partner, token);
  assert.equal(profile.body['id'], owner.id);
  const change = { firstname: 'Ada', lastname: '', phone_number: '' };
  const saved = await send(partner, token, 'PUT', '/user/profile', change);
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual([...profile.cookies, ...saved.cookies], []);
});

test('cookies beside a token count for nothing', async () => {
  const { partner, ...mine } = await world();
  const { token } = await create(mine);
  const other = await panel.addUser(partner, 'customer');
  const browser = await panel.entered(partner, other);
  const headers = { authorization: `Bearer ${token}` };
  assert.equal((await browser.get('/user/profile', headers)).body['id'], mine.owner.id);
  const wrong = await browser.get('/user/profile', { authorization: `Bearer ${token.slice(0, -1)}` });
  assert.equal(wrong.body['code'], 'API_TOKEN_INVALID');
  assert.deepEqual(wrong.cookies, []);
  assert.equal((await browser.get('/api-token', { authorization: 'Bearer something' })).status, 401);
  assert.equal((await browser.get('/user/profile')).body['id'], other.id, 'the session is as it was');
});

test('a call without the scope is refused, and names the scope', async () => {
  const { partner, ...mine } = await world();
  const { token } = await create(mine, { scopes: ['account:read', 'dns:write'] });
  const refused = await read(partner, token, '/site');
  assert.equal(refused.status, 403);
  assert.equal(refused.body['code'], 'API_TOKEN_SCOPE');
  assert.match(String(refused.body['message']), /the scope sites:read /);
  assert.equal(refused.headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="sites:read"');
  const write = await send(partner, token, 'PUT', '/user/profile', { firstname: '', lastname: '', phone_number: '' });
  assert.match(String(write.body['message']), /the scope account:write /);
  assert.equal((await read(partner, token, '/dns/zones')).status, 200, 'writing includes reading');
});

test('what belongs to sessions alone is closed to every token', async () => {
  const { partner, ...mine } = await world();
  const { token } = await create(mine);
  for (const [method, path, body] of [
    ['GET', '/api-token'],
    ['POST', '/api-token', input()],
    ['DELETE', '/api-token'],
    ['POST', '/set-password', { current_password: PASSWORD, password: 'Another1Password' }],
    ['POST', '/logout'],
    ['GET', '/customers-of-nobody'],
    ['GET', '/platform/releases'],
  ] as const) {
    const answer = await send(partner, token, method, path, body);
    const expected = path === '/customers-of-nobody' ? 'NOT_FOUND' : 'API_TOKEN_CLOSED';
    assert.equal(answer.body['code'], expected, `${method} ${path}`);
  }
});

test('a token works until it expires, and on its own panel alone', async () => {
  const { partner, ...mine } = await world();
  const { token, data } = await create(mine, { expires_in_days: 7 });
  const endless = await create(mine, { expires_in_days: null });
  assert.equal(endless.data.expires_at, null);
  const elsewhere = await read(await panel.addPartner(), token);
  assert.equal(elsewhere.status, 401);
  assert.equal(elsewhere.body['code'], 'API_TOKEN_INVALID');
  panel.clock.offsetMs = 7 * DAY_MS - 60_000;
  try {
    assert.equal((await read(partner, token)).status, 200);
    panel.clock.offsetMs = 7 * DAY_MS + 60_000;
    const late = await read(partner, token);
    assert.equal(late.status, 401);
    assert.match(String(late.body['message']), new RegExp(`expired on ${data.expires_at?.slice(0, 10)}`));
    assert.equal(late.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    panel.clock.offsetMs = 4_000 * DAY_MS;
    assert.equal((await read(partner, endless.token)).status, 200);
  } finally {
    panel.clock.offsetMs = 0;
  }
});

test('a token of an account that is suspended, moved, promoted or deleted is rejected', async () => {
  const { partner, owner, ...mine } = await world();
  const { token } = await create(mine);
  const codeAfter = async (change: Partial<typeof user.$inferInsert>) => {
    await panel.ctx.db.update(user).set(change).where(eq(user.id, owner.id));
    const { status, body } = await read(partner, token);
    return [status, body['code'] ?? 'ok'];
  };
  assert.deepEqual(await codeAfter({ isAbuseSystem: true }), [401, 'API_TOKEN_ACCOUNT']);
  assert.deepEqual(await codeAfter({ isAbuseSystem: false }), [200, 'ok']);
  assert.deepEqual(await codeAfter({ role: 'admin' }), [401, 'API_TOKEN_INVALID']);
  assert.deepEqual(await codeAfter({ role: 'customer', partnerId: (await panel.addPartner()).id }), [
    401,
    'API_TOKEN_INVALID',
  ]);
  assert.deepEqual(await codeAfter({ partnerId: partner.id }), [200, 'ok']);
  await panel.ctx.db.delete(user).where(eq(user.id, owner.id));
  assert.equal((await read(partner, token)).body['code'], 'API_TOKEN_INVALID');
});

test('a revoked token is rejected from then on, and nobody revokes those of others', async () => {
  const { partner, ...mine } = await world();
  const neighbour = { browser: await panel.entered(partner, await panel.addUser(partner, 'customer')) };
  const [first, second, third] = [await create(mine), await create(mine), await create(mine)];
  const refused = await neighbour.browser.write('DELETE', `/api-token/${first.data.id}`);
  assert.equal(refused.status, 404);
  assert.deepEqual((await neighbour.browser.write('DELETE', '/api-token')).body['revoked'], 0);
  assert.deepEqual(await listOf(neighbour), []);
  assert.equal((await read(partner, first.token)).status, 200);
  assert.equal((await mine.browser.write('DELETE', `/api-token/${first.data.id}`)).status, 200);
  const rejected = await read(partner, first.token);
  assert.equal(rejected.status, 401);
  assert.equal(rejected.body['code'], 'API_TOKEN_REVOKED');
  assert.equal((await mine.browser.write('DELETE', `/api-token/${first.data.id}`)).status, 200, 'once more');
  assert.equal((await mine.browser.write('DELETE', '/api-token')).body['revoked'], 2);
  for (const { token } of [second, third]) assert.equal((await read(partner, token)).status, 401);
  assert.deepEqual(
    (await listOf(mine)).map(({ status }) => status),
    ['revoked', 'revoked', 'revoked'],
  );
});

test('the last use is stored with its address, at most once a minute', async () => {
  const { partner, ...mine } = await world();
  const { token } = await create(mine);
  const lastUse = async () => (await listOf(mine))[0];
  await read(partner, token);
  const first = await lastUse();
  assert.ok(first?.last_used_at);
  assert.equal(first.last_used_ip, '0.0.0.0');
  await read(partner, token);
  assert.equal((await lastUse())?.last_used_at, first.last_used_at);
  panel.clock.offsetMs = 61_000;
  await read(partner, token);
  panel.clock.offsetMs = 0;
  assert.ok(Date.parse((await lastUse())?.last_used_at ?? '') - Date.parse(first.last_used_at) > 60_000);
});

test('lists are sorted, and what was never used or does not expire is last', async () => {
  const mine = await world();
  for (const [name, expires_in_days] of [
    ['b', null],
    ['c', 7],
    ['a', 30],
  ] as const)
    await create(mine, { name, expires_in_days });
  const names = async (query: string) => (await listOf(mine, query)).map(({ name }) => name).join('');
  assert.equal(await names(''), 'acb');
  assert.equal(await names('?orderBy=name'), 'abc');
  assert.equal(await names('?orderBy=expires_at&sortOrder=asc'), 'cab');
  assert.equal(await names('?orderBy=expires_at&sortOrder=desc'), 'acb');
  assert.equal(await names('?orderBy=last_used_at&sortOrder=desc'), 'acb');
});

test('fifty tokens that work are the most', async () => {
  const mine = await world();
  const { data } = await create(mine);
  const [row] = await panel.ctx.db.select().from(apiToken).where(eq(apiToken.id, data.id));
  const more = Array.from({ length: 49 }, (_, at) => ({ ...row, id: undefined, tokenHash: `${data.id}${at}` }));
  await panel.ctx.db.insert(apiToken).values(more as (typeof apiToken.$inferInsert)[]);
  const full = await mine.browser.post('/api-token', input());
  assert.equal(full.body['code'], 'API_TOKEN_LIMIT');
  await mine.browser.write('DELETE', `/api-token/${data.id}`);
  await create(mine);
});

test('the owner gets a notification and an email, and the audit log names the token of later calls', async () => {
  const { partner, owner, ...mine } = await world();
  const { data, token } = await create(mine, { name: 'CI' });
  await panel.app.idle();
  const [told] = await panel.ctx.db.select().from(notification).where(eq(notification.userId, owner.id));
  assert.equal(told?.type, 'api_token_created');
  assert.match(told.description, /“CI”/);
  assert.equal(told.link, '/my-account/api-tokens');
  const [mail] = await panel.ctx.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, owner.email));
  assert.match(mail?.text ?? '', new RegExp(`“CI” \\(${data.prefix}…\\)`));
  assert.equal(mail?.text.includes(token), false);

  const mismatch = await send(partner, token, 'POST', '/site/search/replace', {
    ...{ fqdn: 'a.example.com', search: 'a', replace: 'b', isDryRun: true },
    partner_domain: 'other.example',
  });
  assert.equal(mismatch.body['code'], 'TENANT_MISMATCH', mismatch.text);
  const lines = await panel.ctx.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.userId, owner.id))
    .orderBy(desc(auditLog.at));
  assert.deepEqual(
    lines.map(({ action, apiTokenId }) => [action, apiTokenId]),
    [
      ['tenant.mismatch', data.id],
      ['api_token.create', null],
    ],
  );
  assert.equal(JSON.stringify(lines).includes(token.slice(10)), false);
  assert.ok(
    panel.lines.some((line) => line.includes(`"apiToken":"${data.id}"`)),
    'the request log names it',
  );
  assert.equal(
    panel.lines.some((line) => line.includes(token.slice(10))),
    false,
  );
});

test('a new password ends sessions and leaves tokens', async () => {
  const { partner, owner, ...mine } = await world();
  const { token } = await create(mine);
  const changed = await mine.browser.post('/set-password', {
    current_password: PASSWORD,
    password: 'Another1Password',
  });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await read(partner, token)).body['id'], owner.id);
});

test('requests with a token are in the share of its account, and wrong tokens in that of their address', async () => {
  const { partner, owner, ...mine } = await world();
  const { token } = await create(mine, { scopes: ['account:read'] });
  await read(partner, token);
  assert.deepEqual(entered.at(-1), { userId: owner.id, ip: '0.0.0.0' });
  const before = entered.length;
  await read(partner, token, '/site');
  assert.deepEqual(refused.at(-1), { userId: owner.id, ip: '0.0.0.0' });
  await read(partner, makeTokenText());
  assert.deepEqual(refused.at(-1), { userId: null, ip: '0.0.0.0' });
  assert.equal(entered.length, before, 'neither took a place');
});

test('no other origin is let in', async () => {
  const { partner, ...mine } = await world();
  const { token } = await create(mine);
  const asked = await panel.browser(partner).send('OPTIONS', '/user/profile', {
    headers: { origin: 'https://other.example', 'access-control-request-headers': 'authorization' },
  });
  const answer = await panel.browser(partner).get('/user/profile', {
    ...{ authorization: `Bearer ${token}`, origin: 'https://other.example', 'sec-fetch-site': 'cross-site' },
  });
  for (const { headers } of [asked, answer])
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
});

test('ended tokens are removed after 90 days', async () => {
  const mine = await world();
  const kept = await create(mine, { expires_in_days: null });
  const expired = await create(mine, { expires_in_days: 7 });
  const revoked = await create(mine, { expires_in_days: null });
  await mine.browser.write('DELETE', `/api-token/${revoked.data.id}`);
  const idsAfter = async (days: number) => {
    const clock = { now: () => new Date(Date.now() + days * DAY_MS) };
    await removeOldRecords({ ...panel.ctx, clock });
    return (await listOf(mine)).map(({ id }) => id).sort();
  };
  assert.deepEqual(await idsAfter(89), [kept.data.id, expired.data.id, revoked.data.id].sort());
  assert.deepEqual(await idsAfter(91), [kept.data.id, expired.data.id].sort());
  assert.deepEqual(await idsAfter(98), [kept.data.id]);
});
