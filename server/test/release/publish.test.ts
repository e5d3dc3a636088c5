import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Release } from '@panel/contract/release';
import { sha384 } from '../../src/platform/release/unpack-upload.ts';
import { declared, makeUpload, newKey, openPanel, rawPublicKey, signText, TOKEN, traces } from './release-support.ts';

const MINUTE = 60_000;

test('a release is published once, is unchanged when it is sent again, and does not run before it is promoted', async (t) => {
  const panel = await openPanel(t);
  const before = await panel.version('mf-help');
  const upload = makeUpload(t, panel.key, 'mf-help', '2');
  assert.deepEqual(
    (await panel.operator('POST', '/platform/releases/check', { manifest: upload.manifest, signature: null })).status,
    200,
  );
  const first = await panel.operator('POST', '/platform/releases', upload);
  assert.deepEqual(first.body, {
    status: true,
    package: 'mf-help',
    version: 'mf-helpv2',
    existed: false,
    repaired: false,
  });
  assert.equal((await panel.operator('POST', '/platform/releases', upload)).body['existed'], true);
  const again = makeUpload(t, panel.key, 'mf-help', '2', (release) => ({
    ...release,
    commit: 'd'.repeat(40),
    author: 'Ada Lovelace',
    note: 'Say it in other words',
    createdAt: new Date(Date.now() - MINUTE).toISOString(),
  }));
  assert.equal(
    (await panel.operator('POST', '/platform/releases', again)).body['existed'],
    true,
    'commit, author, note and time are not content',
  );
  assert.equal(await panel.version('mf-help'), before);
  const { body } = await panel.operator('GET', '/platform/releases?package=mf-help');
  const [newest] = body['pageElements'] as Record<string, unknown>[];
  assert.deepEqual(
    [newest?.['version'], newest?.['publishedBy'], newest?.['commit']],
    ['mf-helpv2', 'operator token', 'c'.repeat(40)],
  );
  const served = await panel.server
    .anonymous(panel.partner)
    .get('/remotes/mf-help/mf-helpv2/look.css', { accept: '*/*' });
  assert.deepEqual(
    [served.status, served.text, served.headers['cache-control']],
    [200, '.f { color: red }', 'public, max-age=31536000, immutable'],
  );
});

test('without the right token nobody gets in, and guessing is limited', async (t) => {
  const panel = await openPanel(t);
  const upload = makeUpload(t, panel.key, 'mf-help', '2');
  const before = await traces(panel);
  const post = (token: string | null) => panel.operator('POST', '/platform/releases', upload, token);
  assert.deepEqual([(await post(null)).status, (await post(null)).body['code']], [401, 'UNAUTHENTICATED']);
  const wrong = await post(`${TOKEN}x`);
  assert.deepEqual([wrong.status, wrong.body['code']], [401, 'TOKEN_WRONG']);
  assert.match(
    String((await post(null)).body['message']),
    /^This needs the operator token of the panel, and none was sent\. Pass it with --token-file FILE or in OPERATOR_TOKEN/,
  );
  assert.match(
    String(wrong.body['message']),
    /^This needs the operator token of the panel, and the one in the request is wrong\. Pass it with --token-file FILE or in OPERATOR_TOKEN/,
  );
  const page = await panel.server
    .anonymous(panel.partner)
    .send('GET', '/platform/releases', undefined, { 'x-viewer': 'somebody' });
  assert.deepEqual(
    [page.status, page.body['code'], page.body['message'], page.body['redirectUrl']],
    [401, 'UNAUTHENTICATED', 'Your session expired, please sign in to continue!', '/login'],
    'a page of the panel has to sign in again',
  );
  assert.equal(
    (await panel.server.anonymous(panel.partner).get<Record<string, unknown>>('/user/profile')).body['message'],
    'Your session expired, please sign in to continue!',
  );
  const admin = await panel.server.as(panel.partner, await panel.server.scenario.admin(panel.partner));
  assert.equal((await admin.post('/platform/releases', upload)).status, 403);
  assert.deepEqual(await traces(panel), before);
  let last = wrong;
  for (let i = 0; i < 12; i++) last = await post('guess');
  assert.deepEqual([last.status, last.body['code']], [429, 'RATE_LIMITED']);
});

test('the token opens only the operator’s calls', async (t) => {
  const panel = await openPanel(t);
  const answer = await panel.operator('GET', '/user/profile');
  assert.equal(answer.status, 401);
  const superadmin = await panel.server.as(panel.partner, await panel.server.scenario.superadmin());
  assert.equal((await superadmin.get('/platform/releases')).status, 200);
  assert.equal(
    (await superadmin.send('POST', '/platform/channels/mf-help', { action: 'disable' }, { 'x-xsrf-token': 'no' })).body[
      'code'
    ],
    'CSRF',
    'a session needs its token all the same',
  );
});

test('the same version with other content is rejected', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  const before = await traces(panel);
  const other = await panel.publish(
    'mf-help',
    '2',
    declared(() => ({ name: 'Another' })),
  );
  assert.deepEqual([other.status, other.body['code']], [409, 'RELEASE_EXISTS']);
  assert.match(String(other.body['message']), /mf-help mf-helpv2 was published before with other content/);
  assert.deepEqual(await traces(panel), before);
});

test('a large upload within the limits is accepted', async (t) => {
  const panel = await openPanel(t);
  const upload = makeUpload(t, panel.key, 'mf-help', '2');
  const big = randomBytes(12 * 1_048_576);
  const manifest: Release = JSON.parse(upload.manifest);
  manifest.integrity['big.js'] = sha384(big);
  const text = JSON.stringify(manifest);
  const answer = await panel.operator('POST', '/platform/releases', {
    manifest: text,
    signature: signText(panel.key, text),
    files: [
      ...upload.files,
      {
        name: 'big.js',
        brotli: brotliCompressSync(big, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }).toString('base64'),
      },
    ],
  });
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
});

test('keys of RELEASE_KEYS are trusted; two concurrent uploads of one version end as one release', async (t) => {
  const team = newKey();
  const panel = await openPanel(t, { RELEASE_KEYS: `mf-help=${rawPublicKey(team).toString('base64')}` });
  const upload = makeUpload(t, team, 'mf-help', '2');
  const answers = await Promise.all([1, 2, 3].map(() => panel.operator('POST', '/platform/releases', upload)));
  assert.ok(answers.some(({ body }) => body['existed'] === false));
  for (const answer of answers)
    assert.ok(answer.status === 200 || /being published by someone else/.test(answer.text), answer.text);
  assert.equal((await panel.operator('POST', '/platform/releases', upload)).body['existed'], true);
});
