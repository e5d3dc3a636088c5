import type { AppBuild, AppPreviews, BuildLog, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { insertDelivery } from '../../src/modules/app-push/delivery.repo.ts';
import { settleInterrupted } from '../../src/modules/app-push/panel-push.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { visit } from '../site/site-support.ts';
import { checkout, gitApp, realHosting, removeCheckout, type GitApp } from './git-support.ts';
import { deliveriesOf } from './webhook-support.ts';

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
const newest = async ({ own, id }: GitApp): Promise<AppBuild> => {
  const { body } = await own.client.get<Page<AppBuild>>(`/nucal/user/apps/siteid/${id}/builds`);
  const [build] = body.pageElements;
  assert.ok(build);
  return build;
};

test('a push deploys: the client is told where the log is, and visitors get what was pushed', async () => {
  const app = await made('pushed');
  const commit = await app.local.git('rev-parse', 'HEAD');
  const pushed = await app.local.git('push', app.url, 'main');
  assert.equal(pushed.code, 0, pushed.err);
  assert.match(pushed.err, /remote: Building [0-9a-f]{7} of main\. Its log:/);
  const build = await newest(app);
  assert.match(pushed.err, new RegExp(`remote: +http://.*/manage-app/build/${app.id}\\?build=${build.id}`));
  const ended = await app.own.builtTo(build.id, 'success');
  assert.deepEqual([ended.trigger, ended.branch, ended.commit], ['push', 'main', commit.out.trim()]);
  assert.match((await visit(server, app.fqdn)).text, /Pushed pushed/);
  const { lines } = (await app.own.client.get<BuildLog>(`/nucal/site/build/${build.id}/log`)).body;
  assert.match(lines[0]?.text ?? '', /of the repository in the panel$/);
  const shown = await app.own.app(app.id);
  assert.deepEqual([shown.repository.source, shown.repository.branch], ['panel', 'main']);
  assert.deepEqual(
    (await deliveriesOf(app.own, app.id)).map(({ sender, result }) => [sender, result]),
    [['panel', 'build']],
  );
  assert.ok((shown.file_size ?? 0) > 500, `the repository counts: ${shown.file_size}`);
});

test('clone, fetch, a forced push, another branch, and the same commit again', async () => {
  const app = await made('history');
  assert.equal((await app.local.git('push', app.url, 'main')).code, 0);
  await app.own.builtTo((await newest(app)).id, 'success');
  const other = await checkout(server, app.own);
  try {
    assert.equal((await other.git('pull', '--quiet', app.url, 'main')).code, 0);
    const again = await app.local.git('push', app.url, 'main');
    assert.deepEqual([again.code, /up-to-date/.test(again.err)], [0, true]);
    const feature = await app.local.git('push', app.url, 'main:feature');
    assert.equal(feature.code, 0);
    assert.match(feature.err, /remote: Only pushes to main are deployed\./);
    const theirs = await other.commit('more.html', 'more');
    assert.equal((await other.git('push', app.url, 'HEAD:main')).code, 0);
    await app.local.commit('index.html', '<h1>Forced</h1>');
    assert.notEqual((await app.local.git('push', app.url, 'main')).code, 0, 'not a fast-forward');
    assert.equal((await app.local.git('fetch', '--quiet', app.url, 'main')).code, 0);
    assert.equal((await app.local.git('rev-parse', 'FETCH_HEAD')).out.trim(), theirs);
    assert.equal((await app.local.git('push', '--force', app.url, 'main')).code, 0);
    await until('the forced push to be live', async () =>
      /Forced/.test((await visit(server, app.fqdn)).text) ? true : undefined,
    );
  } finally {
    await removeCheckout(other);
  }
});

test('five pushes of branches at once all arrive, and the repository is sound', async () => {
  const app = await made('parallel');
  const branches = ['main', 'a', 'b', 'c', 'd'];
  const pushes = await Promise.all(branches.map((branch) => app.local.git('push', app.url, `main:${branch}`)));
  for (const { code, err } of pushes) assert.equal(code, 0, err);
  const { out } = await app.local.git('ls-remote', '--heads', app.url);
  assert.equal(out.trim().split('\n').length, branches.length);
});

test('a pushed branch is seen at its own address, promoted without a build, and gone with its branch', async () => {
  const app = await made('branched');
  const { own, id, local } = app;
  assert.equal((await local.git('push', app.url, 'main')).code, 0);
  await own.builtTo((await newest(app)).id, 'success');
  await own.client.put(`/nucal/app/${id}/previews`, { enabled: true, branches: [], days: 7 });
  await local.git('checkout', '--quiet', '-b', 'feature/new');
  await local.commit('_headers', '/*\n  X-Robots-Tag: all\n');
  await local.commit('index.html', '<h1>Of the branch</h1>');
  const pushed = await local.git('push', app.url, 'feature/new');
  assert.match(pushed.err, /remote: Building a preview of feature\/new\./);
  await own.builtTo((await newest(app)).id, 'success');
  const [preview] = (await own.client.get<AppPreviews>(`/nucal/app/${id}/previews`)).body.previews;
  assert.ok(preview);
  const host = new URL(preview.url).hostname;
  const seen = await visit(server, host);
  assert.match(seen.text, /Of the branch/);
  assert.equal(seen.headers['x-robots-tag'], 'noindex');
  assert.match((await visit(server, app.fqdn)).text, /Pushed branched/);
  const promoted = await own.client.post<{ build_id: string }>(`/nucal/app/preview/${preview.id}/promote`);
  await own.builtTo(promoted.body.build_id, 'success');
  const { lines } = (await own.client.get<BuildLog>(`/nucal/site/build/${promoted.body.build_id}/log`)).body;
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['Using the release as it was built. Nothing is built again.'],
  );
  const live = await visit(server, app.fqdn);
  assert.match(live.text, /Of the branch/);
  assert.equal(live.headers['x-robots-tag'], 'all');
  assert.equal((await local.git('push', app.url, ':feature/new')).code, 0);
  await until('the preview is gone', async () => ((await visit(server, host)).status === 421 ? true : undefined));
  assert.equal((await visit(server, app.fqdn)).status, 200);
});

test('switched off, a push is kept and not built', async () => {
  const app = await made('off');
  await app.own.client.put(`/nucal/${app.id}`, { auto_deploy: false });
  const pushed = await app.local.git('push', app.url, 'main');
  assert.equal(pushed.code, 0);
  assert.match(pushed.err, /remote: Deploy on push is off/);
  assert.equal((await newest(app)).number, 1);
});

test('a push whose process was killed before its build was queued is built later, once', async () => {
  const app = await made('killed');
  await app.own.client.put(`/nucal/${app.id}`, { auto_deploy: false });
  assert.equal((await app.local.git('push', app.url, 'main')).code, 0);
  await app.own.client.put(`/nucal/${app.id}`, { auto_deploy: true });
  const about = { appId: app.id, sender: 'panel', fromAddress: '192.0.2.1', branch: 'main', commit: null } as const;
  const createdAt = new Date(Date.now() - 3_600_000);
  await insertDelivery(server.db, { ...about, result: 'receiving', createdAt });
  await Promise.all([settleInterrupted(server.app), settleInterrupted(server.app)]);
  await settleInterrupted(server.app);
  const build = await newest(app);
  assert.deepEqual([build.number, build.trigger], [2, 'push']);
  assert.ok((await deliveriesOf(app.own, app.id)).every(({ result }) => result !== 'receiving'));
  const { branchCommit } = server.app.hosting;
  let asked = 0;
  server.app.hosting.branchCommit = async (...given) => {
    asked += 1;
    if (asked > 1) throw new HostingError('COMMAND_FAILED', 'It could not be read.', { retryable: true });
    return branchCommit(...given);
  };
  await app.local.commit('index.html', '<h1>Unsure</h1>');
  const stored = await app.local.git('push', app.url, 'main');
  server.app.hosting.branchCommit = branchCommit;
  assert.equal(stored.code, 0, stored.err);
  assert.match(stored.err, /remote: The push is stored\. It is built within half an hour\./);
  await settleInterrupted({
    ...server.app,
    clock: { ...server.app.clock, now: () => new Date(Date.now() + 3_600_000) },
  });
  assert.equal((await newest(app)).number, 3);
});

test('the repository goes with its application', async () => {
  const app = await made('deleted');
  assert.equal((await app.local.git('push', app.url, 'main')).code, 0);
  await app.own.builtTo((await newest(app)).id, 'success');
  assert.equal((await app.own.client.delete(`/nucal/${app.id}`)).status, 200);
  const after = await app.local.git('ls-remote', app.url);
  assert.notEqual(after.code, 0);
  assert.match(after.err, /not found/);
});
