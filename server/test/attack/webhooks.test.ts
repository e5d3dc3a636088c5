import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { appTenant, type AppTenant } from '../app/app-support.ts';
import { deliveriesOf, hmac, hooked, newKey, pushOf, tell } from '../app/webhook-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const MB = 1024 ** 2;
const signed = (secret: string, body: string) => ({ 'x-hub-signature-256': `sha256=${hmac(secret, body)}` });
const builds = async (own: AppTenant, id: string): Promise<number> => (await own.app(id)).last_build?.number ?? 0;

test('without the right signature over the very bytes nothing is built', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'forged');
  const body = pushOf('main');
  const right = hmac(hook.secret, body);
  const wrong: [string, Record<string, string>, string?][] = [
    ['none', {}],
    ['of another key', { 'x-hub-signature-256': `sha256=${hmac('other', body)}` }],
    ['of other bytes', { 'x-hub-signature-256': `sha256=${right}` }, `${body} `],
    ['cut short', { 'x-hub-signature-256': `sha256=${right.slice(0, -2)}` }],
    ['without a prefix', { 'x-hub-signature-256': right }],
    ['no hex', { 'x-hub-signature-256': `sha256=${'z'.repeat(64)}` }],
    ['SHA-1', { 'x-hub-signature': `sha1=${right.slice(0, 40)}` }],
    ['an empty token', { 'x-gitlab-token': '' }],
    ['a long token', { 'x-gitlab-token': 'a'.repeat(5000) }],
    ['the key as a signature', { 'x-gitea-signature': hook.secret }],
  ];
  for (const [name, headers, sent = body] of wrong) {
    const told = await tell(server, own.partner.domain, { path: hook.path, body: sent, headers });
    assert.deepEqual([told.status, told.body.result], [401, 'signature'], name);
  }
  assert.equal(await builds(own, hook.id), 1);
  assert.ok((await deliveriesOf(own, hook.id)).every(({ result }) => result === 'signature'));
});

test('the key of one application, or of another partner’s panel, opens no other', async () => {
  const own = await appTenant(server);
  const other = await appTenant(server, {}, own.partner);
  const stranger = await appTenant(server);
  const [hook, theirs] = [await hooked(own, 'mine'), await hooked(other, 'theirs')];
  const body = pushOf('main');
  const crossed = await tell(server, own.partner.domain, {
    path: theirs.path,
    body,
    headers: signed(hook.secret, body),
  });
  assert.equal(crossed.status, 401);
  const elsewhere = await tell(server, stranger.partner.domain, {
    path: hook.path,
    body,
    headers: signed(hook.secret, body),
  });
  assert.equal(elsewhere.status, 404, 'the panel of another partner does not know it');
  const plain = await newKey(own, hook.id, 'hook');
  assert.equal((await tell(server, stranger.partner.domain, { path: plain.path })).status, 404);
  assert.equal((await other.client.get(`/nucal/app/${hook.id}/push`)).status, 404);
  assert.equal((await other.client.post(`/nucal/app/${hook.id}/push/secret`, { kind: 'hook' })).status, 404);
  assert.equal((await tell(server, own.partner.domain, { path: plain.path })).status, 200);
});

test('a body that is too long is refused by its length, before a byte of it is read', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'long');
  const socket = connect({ host: '127.0.0.1', port: server.port });
  const head = [
    `POST ${hook.path} HTTP/1.1`,
    `host: ${own.partner.domain}:${server.port}`,
    'content-type: application/json',
    `x-hub-signature-256: sha256=${'ab'.repeat(32)}`,
    `content-length: ${100 * MB}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [answer] = await new Promise<[string]>((resolve) => socket.once('data', (data) => resolve([data.toString()])));
  socket.destroy();
  assert.match(answer, /^HTTP\/1\.1 413 /);
  const chunked = 'x'.repeat(MB + 1);
  const told = await tell(server, own.partner.domain, {
    path: hook.path,
    body: chunked,
    headers: signed(hook.secret, chunked),
  });
  assert.equal(told.status, 413);
});

test('a signed body that is the worst JSON is unreadable and holds nobody up', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'worst');
  const bodies = [
    '['.repeat(MB),
    `[${'{},'.repeat(MB / 4)}0]`,
    `{"ref":"${'\\u0000'.repeat(1000)}","after":""}`,
    '9'.repeat(MB),
  ];
  for (const body of bodies) {
    const told = await tell(server, own.partner.domain, { path: hook.path, body, headers: signed(hook.secret, body) });
    assert.deepEqual([told.status, told.body.result], [422, 'unreadable'], body.slice(0, 20));
  }
  assert.equal(await builds(own, hook.id), 1);
});

test('a flood of wrong ones is limited; the log keeps what counted, and another application is served', async () => {
  const own = await appTenant(server);
  const [hook, calm] = [await hooked(own, 'flooded'), await hooked(own, 'calm')];
  const body = pushOf('main');
  const right = await tell(server, own.partner.domain, { path: hook.path, body, headers: signed(hook.secret, body) });
  assert.equal(right.body.result, 'build');
  const flood = await Promise.all(
    Array.from({ length: 40 }, () => tell(server, own.partner.domain, { path: hook.path, body })),
  );
  const statuses = new Set(flood.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), [401, 429]);
  assert.ok(flood.filter(({ status }) => status === 401).length <= 20);
  const told = await tell(server, own.partner.domain, { path: calm.path, body, headers: signed(calm.secret, body) });
  assert.equal(told.body.result, 'build');
  const other = await appTenant(server);
  assert.equal((await other.client.get('/nucal/user/apps')).status, 200);
});

test('paths beside the declared ones, and other methods, are 404', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'paths');
  const body = pushOf('main');
  const headers = signed(hook.secret, body);
  const paths = [
    `${hook.path}/`.replace(/\/$/, '/x'),
    `/.panel/webhook/${hook.id}%2f..`,
    `/.panel/webhook/..%2f..%2f${hook.id}`,
    `/.panel/deploy/${hook.secret}`,
    '/.panel/deploy/%00',
  ];
  for (const path of paths) {
    const { status } = await tell(server, own.partner.domain, { path, body, headers });
    assert.equal(status, 404, path);
  }
  for (const method of ['PUT', 'DELETE', 'GET'])
    assert.equal(
      (await tell(server, own.partner.domain, { path: hook.path, body, headers, method })).status,
      404,
      method,
    );
  assert.equal(await builds(own, hook.id), 1);
});
