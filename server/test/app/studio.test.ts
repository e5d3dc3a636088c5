import type { Studio, StudioChange, StudioCommitted, StudioText } from '@panel/contract';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { createPlainRepositories } from '../../src/testing/plain-repositories.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { visit } from '../site/site-support.ts';
import { appTenant } from './app-support.ts';
import { gitApp, realHosting, removeCheckout, type GitApp } from './git-support.ts';

let server: TestServer;
const apps: GitApp[] = [];
before(async () => void (server = await startTestServer({ hosting: (dataDir) => realHosting(dataDir) })));
after(async () => {
  for (const { local } of apps) await removeCheckout(local);
  await server.stop();
});

const made = async (name: string): Promise<GitApp> => {
  const app = await gitApp(server, name);
  apps.push(app);
  return app;
};
const pathOf = ({ id }: GitApp) => `/nucal/app/${id}/studio`;
const shown = async (app: GitApp, branch?: string): Promise<Studio> => {
  const answer = await app.own.client.get<Studio>(`${pathOf(app)}${branch ? `?branch=${branch}` : ''}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const put = (file: string, text: string): StudioChange => ({ action: 'put', path: file, text });
type Refused = { code?: string; current?: { commit: string; changed: string[] }; fields?: Record<string, string> };
const commit = (
  app: GitApp,
  base: string | null,
  changes: readonly StudioChange[],
  more: Record<string, unknown> = {},
) =>
  app.own.client.post<StudioCommitted & Refused>(`${pathOf(app)}/commit`, {
    ...{ branch: 'main', message: 'Change in the studio', base, changes },
    ...more,
  });
const textAt = async (app: GitApp, at: string, file: string) =>
  (await app.own.client.get<StudioText>(`${pathOf(app)}/file?commit=${at}&path=${encodeURIComponent(file)}`)).body;
test('from a template to a changed page: the code is put into the repository, edited, committed and live', async () => {
  const app = await made('studio');
  const empty = await shown(app);
  assert.deepEqual([empty.commit, empty.template, empty.files], [null, 'static-page', []]);
  const started = await app.own.client.post<StudioCommitted>(`${pathOf(app)}/start`, {});
  assert.equal(started.status, 200, started.text);
  assert.equal(started.body.result, 'build');
  await app.own.builtTo(started.body.build_id ?? '', 'success');
  const now = await shown(app);
  assert.deepEqual(
    now.files.map(({ path: file, kind }) => [file, kind]),
    ['404.html', 'index.html', 'style.css'].map((file) => [file, 'file']),
  );
  assert.equal((await app.own.app(app.id)).repository.source, 'panel');
  assert.equal((await app.own.client.post(`${pathOf(app)}/start`, {})).status, 404, 'it has its code');
  const committed = await commit(app, now.commit, [
    put('index.html', '<h1>Of the studio</h1>'),
    put('a "quoted"/näme.txt', ''),
    { action: 'move', path: 'style.css', to: 'css/style.css' },
    { action: 'remove', path: '404.html' },
  ]);
  assert.equal(committed.status, 200, committed.text);
  const build = await app.own.builtTo(committed.body.build_id ?? '', 'success');
  assert.deepEqual([build.trigger, build.commit], ['push', committed.body.commit]);
  assert.match((await visit(server, app.fqdn)).text, /Of the studio/);
  // What a client for Git gets is what was written, by who was signed in.
  assert.equal((await app.local.git('fetch', '--quiet', app.url, 'main')).code, 0);
  const { out } = await app.local.git('log', '-1', '--format=%ae %P %s', 'FETCH_HEAD');
  const { email } = app.own.customer;
  assert.equal(out.trim(), `${email} ${now.commit} Change in the studio`);
  const tree = await app.local.git('-c', 'core.quotePath=false', 'ls-tree', '-r', '-z', '--name-only', 'FETCH_HEAD');
  assert.deepEqual(tree.out.split('\0').slice(0, -1), ['a "quoted"/näme.txt', 'css/style.css', 'index.html']);
  assert.equal((await app.local.git('fsck', '--strict')).code, 0);
  const { body: log } = await app.own.client.get<{ commit: string; message: string }[]>(`${pathOf(app)}/commits`);
  assert.deepEqual(
    log.map(({ message }) => message),
    ['Change in the studio', 'Start from the template'],
  );
  const url = await app.own.client.get<{ url: string }>(`/nucal/studio/url?app_id=${app.id}`);
  assert.match(url.body.url, new RegExp(`/manage-app/studio/${app.id}$`));
});

test('a branch that has moved is not overwritten: the answer names what has changed, and other files stay', async () => {
  const app = await made('moved');
  assert.equal((await app.local.git('push', app.url, 'main')).code, 0);
  const { commit: base } = await shown(app);
  await app.local.commit('index.html', 'theirs');
  const theirs = await app.local.commit('docs/new.md', 'more');
  assert.equal((await app.local.git('push', app.url, 'main')).code, 0);
  const refused = await commit(app, base, [put('index.html', 'mine')]);
  assert.deepEqual([refused.status, refused.body.code], [409, 'BRANCH_MOVED']);
  assert.deepEqual(refused.body.current, { commit: theirs, changed: ['docs/new.md', 'index.html'] });
  // Two that edited the same commit at the same moment: one wins, and nothing of both is lost.
  const both = await Promise.all([
    commit(app, theirs, [put('a.txt', 'first')]),
    commit(app, theirs, [put('a.txt', 'second')]),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409], JSON.stringify(both.map(({ text }) => text)));
  const won = both.find(({ status }) => status === 200);
  assert.equal((await shown(app)).commit, won?.body.commit);
  const other = await commit(app, null, [put('index.html', 'x')], { branch: 'feature' });
  assert.deepEqual([other.status, other.body.result], [200, 'branch']);
  const gone = await commit(app, 'e'.repeat(40), [put('index.html', 'x')]);
  assert.deepEqual([gone.body.code, gone.body.current?.changed], ['BRANCH_MOVED', []]);
});

test('hostile and unusable paths and contents are refused, and nothing of them is written', async () => {
  const app = await made('hostile');
  await symlink('/etc/passwd', path.join(app.local.folder, 'link'));
  await writeFile(path.join(app.local.folder, 'image.bin'), Buffer.from([0, 1, 2, 255]));
  await app.local.commit('Folder/File.txt', 'text');
  await writeFile(path.join(app.local.folder, 'large.txt'), 'x'.repeat(1024 * 1024 + 1));
  await app.local.commit('odd\\name.txt', 'only on Linux');
  assert.equal((await app.local.git('push', app.url, 'main')).code, 0);
  const { commit: base, files } = await shown(app);
  assert.ok(base);
  const kinds = Object.fromEntries(files.map(({ path: file, kind }) => [file, kind]));
  assert.deepEqual([kinds['link'], kinds['odd\\name.txt'], kinds['image.bin']], ['link', 'other', 'file']);
  const texts = await Promise.all(['link', 'image.bin', 'large.txt'].map((file) => textAt(app, base, file)));
  assert.deepEqual(
    texts.map(({ kind, text }) => [kind, text]),
    [
      ['link', null],
      ['binary', null],
      ['too_large', null],
    ],
  );
  const invalid = ['../out', '/etc/x', 'a/../b', '.git/config', 'a/.GIT/hooks/x', 'a/git~1', '.git./x', '.g\u200cit/x'];
  for (const file of [...invalid, 'a\\b', 'a\nb', 'a//b', 'x'.repeat(300), '']) {
    const answer = await commit(app, base, [put(file, 'x')]);
    assert.equal(answer.body.code, 'VALIDATION', file);
    const read: { status: number } = await app.own.client.get(
      `${pathOf(app)}/file?commit=${base}&path=${encodeURIComponent(file)}`,
    );
    assert.equal(read.status, 422, file);
  }
  const refused: [StudioChange, string][] = [
    [put('link', 'x'), 'STUDIO_NOT_A_FILE'],
    [put('link/below', 'x'), 'STUDIO_PATH_TAKEN'],
    [put('Folder', 'x'), 'STUDIO_PATH_TAKEN'],
    [put('INDEX.html', 'x'), 'STUDIO_PATH_TAKEN'],
    [put('folder/other.txt', 'x'), 'STUDIO_PATH_TAKEN'],
    [put('index.html/x', 'x'), 'STUDIO_PATH_TAKEN'],
    [{ action: 'move', path: 'index.html', to: 'image.bin' }, 'STUDIO_PATH_TAKEN'],
    [{ action: 'remove', path: 'missing' }, 'NOT_FOUND'],
    [put('Folder/File.txt', 'text'), 'STUDIO_NOTHING'],
    [put('big.txt', 'x'.repeat(1024 * 1024 + 1)), 'VALIDATION'],
  ];
  for (const [change, code] of refused)
    assert.equal((await commit(app, base, [change])).body.code, code, JSON.stringify(change).slice(0, 100));
  const tooMuch = Array.from({ length: 5 }, (_, index) => put(`${index}.txt`, 'x'.repeat(1024 * 1024)));
  assert.equal((await commit(app, base, tooMuch)).status, 413);
  assert.equal((await commit(app, base, [put('index.html', 'x')], { branch: '../../config' })).body.code, 'VALIDATION');
  assert.equal((await commit(app, base, [put('index.html', 'x')], { branch: '--upload-pack=x' })).status, 422);
  assert.equal((await shown(app)).commit, base);
  const message = 'Says\n\nfrom 0000\ndata 5\nD index.html';
  const kept = await commit(app, base, [put('index.html', 'M 100644 inline x\ndata 1\n')], { message });
  assert.equal(kept.status, 200, kept.text);
  assert.equal((await textAt(app, kept.body.commit, 'index.html')).text, 'M 100644 inline x\ndata 1\n');
  assert.equal((await textAt(app, kept.body.commit, 'Folder/File.txt')).text, 'text');
});

test('the studio of somebody else, and of code that is elsewhere, is not there', async () => {
  const app = await made('others');
  const other = await appTenant(server, {}, app.own.partner);
  const stranger = await appTenant(server);
  for (const { client } of [other, stranger]) {
    assert.equal((await client.get(pathOf(app))).status, 404);
    assert.equal((await client.get(`/nucal/studio/url?app_id=${app.id}`)).status, 404);
    const body = { branch: 'main', base: null, message: 'x', changes: [put('index.html', 'x')] };
    assert.equal((await client.post(`${pathOf(app)}/commit`, body)).status, 404);
  }
  assert.equal((await shown(app)).commit, null);
});

test('killed after the objects and before the branch, the branch is as it was, and the next commit works', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'studio-killed-'));
  try {
    const source = pathToFileURL(path.resolve(import.meta.dirname, '../../src/testing/plain-repositories.ts')).href;
    const write = (text: string) => [{ path: 'a.txt', mode: '100644', content: { bytes: Buffer.from(text) } }];
    const about = {
      branch: 'main',
      message: 'Change',
      author: { name: 'Ada', email: 'ada@example.com', at: new Date(0) },
    };
    const repositories = createPlainRepositories(folder);
    const first = await repositories.commitCode('app', { ...about, parent: null, writes: write('first') });
    assert.ok('commit' in first);
    const program = `
      import { createPlainRepositories } from ${JSON.stringify(source)};
      const starting = (argv) => argv.includes('update-ref') && process.kill(process.pid, 'SIGKILL');
      const at = new Date(0);
      await createPlainRepositories(${JSON.stringify(folder)}, starting).commitCode('app', {
        branch: 'main', message: 'Lost', parent: ${JSON.stringify(first.commit)}, author: { name: 'Ada', email: 'a@b.c', at },
        writes: [{ path: 'a.txt', mode: '100644', content: { bytes: Buffer.from('lost') } }],
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL');
    assert.deepEqual([...(await repositories.branches('app'))], [['main', first.commit]]);
    const next = await repositories.commitCode('app', { ...about, parent: first.commit, writes: write('kept') });
    assert.ok('commit' in next);
    const file = await repositories.codeFile('app', { commit: next.commit, path: 'a.txt', maxBytes: 100 });
    assert.equal(file?.content?.toString(), 'kept');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
