import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { SCENARIO_PASSWORD, startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { appTenant } from '../app/app-support.ts';
import { gitApp, realHosting, removeCheckout, repositoryUrl, type GitApp } from '../app/git-support.ts';
import { newKey, tell } from '../app/webhook-support.ts';

const MB = 1024 ** 2;
let server: TestServer;
let app: GitApp;
before(async () => {
  server = await startTestServer({ hosting: (dataDir) => realHosting(dataDir, { pushBytes: 2 * MB }) });
  app = await gitApp(server, 'target');
  const pushed = await app.local.git('push', app.url, 'main:kept');
  assert.equal(pushed.code, 0, pushed.err);
});
after(async () => {
  await removeCheckout(app.local);
  await server.stop();
});

const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` });
const repository = () => path.join(server.dataDir, 'sites', app.id, 'repository.git');
const isSound = async (): Promise<void> => {
  const { code, out, err } = await app.local.git('ls-remote', app.url);
  assert.equal(code, 0, err);
  assert.match(out, /refs\/heads\/kept/);
};

async function apiToken({ own }: GitApp, scopes: string[]): Promise<string> {
  const given = { name: 'git', scopes, expires_in_days: 30, password: SCENARIO_PASSWORD };
  const { body, status, text } = await own.client.post<{ token: string }>('/api-token', given);
  assert.equal(status, 200, text);
  return body.token;
}

test('without a token, with a wrong one, or with that of another application nothing is read', async () => {
  const other = await gitApp(server, 'neighbour', app.own.partner);
  const stranger = await appTenant(server);
  try {
    const path = `/git/${app.id}.git/info/refs?service=git-upload-pack`;
    const status = async (headers: Record<string, string>, host = app.own.partner.domain) =>
      (await tell(server, host, { path, method: 'GET', headers })).status;
    assert.equal(await status({}), 401);
    assert.equal(await status(basic('pnlg_wrong')), 401);
    // One letter of it is another one.
    assert.equal(await status(basic(app.token.slice(0, -1) + (app.token.endsWith('x') ? 'y' : 'x'))), 401);
    assert.equal(await status({ authorization: 'Basic %%%' }), 401);
    assert.equal(await status(basic(other.token)), 404);
    assert.equal(await status(basic(app.token), stranger.partner.domain), 401, 'another partner does not know it');
    assert.equal(await status(basic(app.token)), 200);
    const cookie = { cookie: app.own.client.cookie };
    assert.equal(await status(cookie), 401, 'a session is no password');
    for (const own of [other, { ...app }]) {
      const token = await apiToken(own, ['applications:write']);
      assert.equal(await status(basic(token)), own.id === app.id ? 200 : 404);
    }
    const reading = await apiToken(app, ['applications:read']);
    assert.equal((await app.local.git('ls-remote', repositoryUrl(server, app.own, app.id, reading))).code, 0);
    const refused = await app.local.git('push', repositoryUrl(server, app.own, app.id, reading), 'main:x');
    assert.notEqual(refused.code, 0);
    const elsewhere = await apiToken(app, ['sites:write']);
    assert.equal(await status(basic(elsewhere)), 403);
    const next = await newKey(app.own, app.id, 'git');
    assert.equal(await status(basic(app.token)), 401, 'a replaced token has ended');
    app = { ...app, token: next.secret, url: repositoryUrl(server, app.own, app.id, next.secret) };
  } finally {
    await removeCheckout(other.local);
  }
});

test('a push that is too large is refused, and leaves nothing', async () => {
  await app.local.git('checkout', '--quiet', '-b', 'large');
  await app.local.commit('large.bin', randomBytes(4 * MB));
  const pushed = await app.local.git('push', app.url, 'large');
  assert.notEqual(pushed.code, 0);
  assert.match(pushed.err, /pack exceeds maximum allowed size|unpack/);
  await app.local.git('checkout', '--quiet', 'main');
  assert.ok((await app.own.app(app.id)).status === 'ready');
  const { bytes } = await server.app.hosting.usage(app.id);
  assert.ok(bytes < MB, `${bytes} bytes are left`);
  await isSound();
});

test('a client that is cut off in the middle leaves a usable repository', async () => {
  const send = (body: Buffer, length: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: server.port });
      const head = [
        `POST /git/${app.id}.git/git-receive-pack HTTP/1.1`,
        `host: ${app.own.partner.domain}:${server.port}`,
        `authorization: ${basic(app.token).authorization}`,
        'content-type: application/x-git-receive-pack-request',
        `content-length: ${length}`,
      ];
      socket.on('error', () => undefined);
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(body, () => {
        socket.destroy();
        resolve();
      });
    });
  const commit = (await app.local.git('rev-parse', 'main')).out.trim();
  const line = `${'0'.repeat(40)} ${commit} refs/heads/half\0 report-status`;
  const command = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
  await send(Buffer.from(`${command}PACK`), 100_000);
  await send(randomBytes(10_000), 100_000);
  await until('the places to be free', async () =>
    (await app.local.git('ls-remote', app.url)).code === 0 ? true : undefined,
  );
  const { out } = await app.local.git('ls-remote', app.url);
  assert.doesNotMatch(out, /refs\/heads\/half/);
  const after = await app.local.git('push', app.url, 'main:after');
  assert.equal(after.code, 0, after.err);
});

test('what is in a repository is not run: hooks, configuration', async () => {
  // Where the sandbox of the repository can write.
  const script = '#!/bin/sh\ntouch /repository/hook-ran\n';
  for (const name of ['hooks/post-receive', 'hooks/pre-receive', '.githooks/post-receive'])
    await app.local.commit(name, script);
  await app.local.commit('config', '[core]\n\thooksPath = hooks\n');
  assert.equal((await app.local.git('push', app.url, 'main:hooks')).code, 0);
  // Even one that stood in the repository itself would not run.
  await mkdir(path.join(repository(), 'hooks'));
  for (const name of ['pre-receive', 'update', 'post-receive', 'post-update', 'proc-receive', 'reference-transaction'])
    await writeFile(path.join(repository(), 'hooks', name), script, { mode: 0o755 });
  await chmod(repository(), 0o755);
  await app.local.commit('more', 'more');
  assert.equal((await app.local.git('push', app.url, 'main:hooks')).code, 0);
  await assert.rejects(access(path.join(repository(), 'hook-ran')));
  assert.doesNotMatch(await readFile(path.join(repository(), 'config'), 'utf8'), /hooksPath/);
});

test('paths beside the repository, other services and files are refused', async () => {
  const paths = [
    `/git/${app.id}.git/HEAD`,
    `/git/${app.id}.git/config`,
    `/git/${app.id}.git/objects/info/packs`,
    `/git/${app.id}/info/refs?service=git-upload-pack`,
    `/git/..%2f${app.id}.git/info/refs?service=git-upload-pack`,
    `/git/%2e%2e/${app.id}.git/info/refs?service=git-upload-pack`,
    `/git/${app.id}.git%00/info/refs?service=git-upload-pack`,
    `/git/${app.id}.git/../${app.id}.git/config`,
    `/git/${app.id}.git/info/refs`,
    `/git/${app.id}.git/info/refs?service=git-upload-archive`,
    `/git/${app.id}.git/info/refs?service=;touch%20x`,
  ];
  for (const path of paths) {
    const told = await tell(server, app.own.partner.domain, { path, method: 'GET', headers: basic(app.token) });
    assert.ok([400, 403, 404].includes(told.status), `${path}: ${told.status}`);
  }
});

test('bodies that are no protocol, and a bomb of gzip, end in the sandbox', async () => {
  const bodies: [string, Buffer, Record<string, string>][] = [
    ['git-receive-pack', randomBytes(100_000), {}],
    ['git-upload-pack', randomBytes(100_000), {}],
    ['git-upload-pack', gzipSync(Buffer.alloc(200 * MB)), { 'content-encoding': 'gzip' }],
    ['git-receive-pack', Buffer.from('0000'), {}],
    ['git-upload-pack', Buffer.from(`${'0032want '}${'f'.repeat(40)}\n00000009done\n`), {}],
  ];
  const before = process.memoryUsage().rss;
  for (const [service, body, headers] of bodies) {
    const path = `/git/${app.id}.git/${service}`;
    const type = { 'content-type': `application/x-${service}-request` };
    const told = await tell(server, app.own.partner.domain, {
      path,
      body,
      headers: { ...basic(app.token), ...type, ...headers },
    }).catch(() => ({ status: 0 }));
    assert.ok(told.status < 600);
  }
  assert.ok(process.memoryUsage().rss - before < 600 * MB);
  await isSound();
});

test('wrong tokens are limited, and the right one of somebody else still works', async () => {
  const path = `/git/${app.id}.git/info/refs?service=git-upload-pack`;
  const statuses: number[] = [];
  for (let index = 0; index < 25; index += 1)
    statuses.push(
      (await tell(server, app.own.partner.domain, { path, method: 'GET', headers: basic('wrong') })).status,
    );
  assert.ok(statuses.includes(429), statuses.join(' '));
});
