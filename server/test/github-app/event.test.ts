import type { AppBuild, AppPreviews, Page } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { app as appTable, appBuild, githubAppUser, partner as partnerTable } from '../../src/db/schema.ts';
import { tellCommits } from '../../src/modules/commit-status/tell-commits.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { csrf, type AppTenant, type Created } from '../app/app-support.ts';
import { tell } from '../app/webhook-support.ts';
import { chosen, connected, event, made } from './connected.ts';
import { answerWith, openGithub, type GithubHost } from './github-host.ts';

let github: GithubHost;
let server: TestServer;
before(async () => {
  github = await openGithub();
  server = await startTestServer({ env: github.env });
  github.deliverTo(server.port);
});
after(async () => {
  await server.stop();
  await github.close();
});

const COMMIT = 'ab'.repeat(20);
let numbered = 0;
const shop = async () => (await github.ask<{ id: number }>('/repos/ada/shop')).id;
const about = async (installation = 100) => ({
  installation: { id: installation },
  repository: { id: await shop(), full_name: 'ada/shop' },
});
/** The event of a push; each is another one. */
const pushed = async (more: object = {}, installation = 100) => ({
  ...(await about(installation)),
  ...{ ref: 'refs/heads/main', after: COMMIT, number: (numbered += 1) },
  ...more,
});
const builds = async (own: AppTenant, id: string) =>
  (await own.client.get<Page<AppBuild>>(`/nucal/user/apps/siteid/${id}/builds`)).body.totalCount;
const accessOf = async (own: AppTenant, id: string) => (await own.app(id)).repository.github_access;
/** What follows is the only application of this repository that has a customer who has connected GitHub. */
const alone = () =>
  server.db.delete(githubAppUser).then(() => server.db.update(appTable).set({ installationId: null }));

test('an event that is not signed, or by another secret, or too long, does nothing', async () => {
  await alone();
  const own = await connected(server, github);
  const id = await made(own, 'signed');
  const body = await pushed();
  const wrong = await event(server, 'push', body, { secret: 'another-secret' });
  assert.deepEqual([wrong.status, wrong.body.result], [401, 'signature']);
  const unsigned = await tell(server, 'any.invalid', {
    path: '/github-app/webhook',
    body: JSON.stringify(body),
    headers: { 'x-github-event': 'push', 'x-github-delivery': 'one' },
  });
  assert.equal(unsigned.status, 401);
  const long = await event(server, 'push', 'x'.repeat(1024 * 1024 + 1));
  assert.equal(long.status, 413);
  assert.equal((await event(server, 'push', 'not JSON')).status, 422);
  assert.equal((await event(server, 'push', body, { id: 'a b' })).status, 400);
  assert.equal((await event(server, 'star', body)).body.result, 'event');
  assert.equal(await builds(own, id), 1);
});

test('a push builds what is of its repository and installation, once, however often it is delivered', async () => {
  await alone();
  const own = await connected(server, github);
  const id = await made(own, 'once');
  const body = await pushed();
  const all = await Promise.all(Array.from({ length: 5 }, () => event(server, 'push', body, { id: 'same' })));
  assert.deepEqual(all.map((each) => each.body.result).sort(), ['build', ...Array(4).fill('repeated')]);
  assert.equal((await event(server, 'push', body, { id: 'replayed' })).body.result, 'repeated');
  const other = { ...(await about()).repository, id: 999_999 };
  assert.equal((await event(server, 'push', await pushed({ repository: other }))).body.result, 'event');
  assert.equal((await event(server, 'push', await pushed({}, 200))).body.result, 'event');
  assert.equal(await builds(own, id), 2);
  const renamed = { ...(await about()).repository, full_name: 'ada/shop-renamed' };
  await event(server, 'push', await pushed({ repository: renamed, ref: 'refs/heads/other' }));
  assert.equal((await own.app(id)).repository.repository, 'ada/shop-renamed');
});

test('a pull request has a preview from its beginning to its end; one of a fork, and production, have none', async () => {
  await alone();
  const own = await connected(server, github);
  const id = await made(own, 'pulled');
  await own.client.put(`/nucal/app/${id}/previews`, { enabled: true, branches: [], days: 7 });
  const previews = async () =>
    (await own.client.get<AppPreviews>(`/nucal/app/${id}/previews`)).body.previews.map(({ branch }) => branch);
  const base = await about();
  const pull = async (action: string, ref: string, repo: number | null = base.repository.id) => {
    const head = { ref, sha: COMMIT, repo: repo === null ? null : { id: repo } };
    const sent = { ...base, action, number: (numbered += 1), pull_request: { head } };
    return (await event(server, 'pull_request', sent)).body.result;
  };
  assert.equal(await pull('opened', 'next', 999_999), 'event');
  assert.equal(await pull('opened', 'next', null), 'event');
  assert.equal(await pull('opened', 'main'), 'event');
  assert.equal(await pull('opened', 'next'), 'preview');
  assert.equal(await pull('reopened', 'next'), 'event', 'it has one');
  assert.deepEqual(await previews(), ['next']);
  assert.equal(await pull('closed', 'next'), 'ended');
  assert.deepEqual(await previews(), []);
});

test('an application says that the App was suspended, removed or may not read its repository, and nothing else breaks', async () => {
  await alone();
  const own = await connected(server, github);
  const id = await made(own, 'lost');
  const installation = { id: 100 };
  const send = (name: string, more: object, id?: string) =>
    event(server, name, { installation, number: (numbered += 1), ...more }, id === undefined ? {} : { id });
  const suspend = { installation, action: 'suspend' };
  assert.equal((await event(server, 'installation', suspend, { id: 's1' })).body.result, 'done');
  assert.equal(await accessOf(own, id), 'suspended');
  const queued = await own.client.get<Created>(`/nucal/app/${id}/deploy`, csrf(own.client));
  assert.equal(queued.status, 200, queued.text);
  const failed = await own.builtTo(queued.body.build_id, 'failed');
  assert.match(JSON.stringify(failed.error), /suspended at GitHub/);
  assert.equal((await event(server, 'push', await pushed())).body.result, 'event');
  await send('installation', { action: 'unsuspend' });
  assert.equal(await accessOf(own, id), 'ok');
  const again = await event(server, 'installation', suspend, { id: 's2' });
  assert.deepEqual([again.body.result, await accessOf(own, id)], ['repeated', 'ok'], 'an old event comes too late');
  const repositories = [{ id: await shop() }];
  await send('installation_repositories', { action: 'removed', repositories_removed: repositories });
  assert.equal(await accessOf(own, id), 'repository');
  await send('installation_repositories', { action: 'added', repositories_added: repositories });
  assert.equal(await accessOf(own, id), 'ok');
  await send('installation', { action: 'deleted' });
  assert.equal(await accessOf(own, id), 'removed');
  assert.equal((await own.app(id)).status, 'ready');
  await own.client.get('/github-app/installations');
  assert.equal(await accessOf(own, id), 'ok', 'GitHub says that it is there');
  assert.equal((await own.client.delete('/github-app/connection')).status, 200);
  assert.equal(await accessOf(own, id), 'disconnected');
  const list = await own.client.get('/github-app/installations');
  assert.equal(list.body['code'], 'GITHUB_NOT_CONNECTED');
});

test('a partner without Applications builds nothing by an event', async () => {
  await alone();
  const own = await connected(server, github);
  const id = await made(own, 'switched');
  await server.db.update(partnerTable).set({ isSpecial: false }).where(eq(partnerTable.id, own.partner.id));
  assert.equal((await event(server, 'push', await pushed())).body.result, 'event');
  const rows = await server.db.select().from(appBuild).where(eq(appBuild.appId, id));
  assert.equal(rows.length, 1);
});

test('a build is told to its commit as one check run, which ends with it', async () => {
  await alone();
  const own = await connected(server, github);
  const id = await made(own, 'checked');
  const rowOf = async () => (await server.db.select().from(appBuild).where(eq(appBuild.appId, id)))[0];
  const toldAs = (state: string) =>
    until(`it is told ${state}`, async () => {
      await tellCommits(server.app, new AbortController().signal);
      const row = await rowOf();
      return row?.told === state ? row : undefined;
    });
  const { commit } = await github.ask<{ commit: { sha: string } }>('/repos/ada/shop/branches/main');
  // What was told until here was of a commit that only the fake knows.
  const first = await toldAs('success');
  const again = { commit: commit.sha, checkRunId: null, told: null, isToTell: true, tellAt: null };
  const stateAfter = async (status: 'queued' | 'building' | 'success', more: object = {}) => {
    const change = { ...more, status, isToTell: true, tellAt: null };
    await server.db.update(appBuild).set(change).where(eq(appBuild.id, first.id));
    await toldAs(status === 'building' ? 'pending' : status);
    type Run = { status: string; conclusion: string | null; details_url: string };
    const { check_runs: runs } = await github.ask<{ check_runs: Run[] }>(
      `/repos/ada/shop/commits/${commit.sha}/check-runs?filter=all`,
    );
    const own = runs.filter(({ details_url: url }) => url.endsWith(`/manage-app/build/${id}?build=${first.id}`));
    return own.map((run) => [run.status, run.conclusion]);
  };
  assert.deepEqual(await stateAfter('queued', again), [['queued', null]]);
  assert.deepEqual(await stateAfter('building'), [['in_progress', null]]);
  assert.deepEqual(await stateAfter('success'), [['completed', 'success']]);
});

test('a token that has ended is renewed once; one that cannot be renewed asks to connect again', async () => {
  await alone();
  const own = await connected(server, github);
  const path = '/login/oauth/access_token';
  const [row] = await server.db.select().from(githubAppUser);
  const [access] = JSON.parse(server.app.secrets.open(row?.tokens ?? '')) as string[];
  const ended = (refresh: string | null) =>
    server.db.update(githubAppUser).set({
      tokens: server.app.secrets.seal(JSON.stringify(['ghu_ended', refresh])),
      expiresAt: new Date(0),
    });
  const renewed = { access_token: access, token_type: 'bearer', expires_in: 28_800, refresh_token: 'ghr_next' };
  const list = () => own.client.get('/github-app/installations');
  await ended('ghr_first');
  github.answers.set(path, answerWith(200, renewed));
  assert.equal((await list()).status, 200);
  github.answers.set(path, answerWith(200, { error: 'bad_refresh_token' }));
  assert.equal((await list()).status, 200, 'the new one is used');
  await ended('ghr_first');
  assert.equal((await list()).body['code'], 'GITHUB_SIGN_IN');
  github.answers.set(path, answerWith(503, 'away'));
  assert.equal((await list()).body['code'], 'GITHUB_UNAVAILABLE');
  await ended(null);
  assert.equal((await list()).body['code'], 'GITHUB_SIGN_IN');
  github.answers.delete(path);
});

test('GitHub that is away, busy or answers nonsense is said so, and nothing is half made', async () => {
  await alone();
  const own = await connected(server, github);
  const path = '/user/installations/100/repositories';
  const cases = [
    [503, 'away', {}, 'GITHUB_UNAVAILABLE'],
    [429, '{}', {}, 'GITHUB_REFUSED'],
    [500, '{}', {}, 'GITHUB_UNAVAILABLE'],
    [200, '<html>', {}, 'GITHUB_UNAVAILABLE'],
    [200, '{"total_count":1,"repositories":[{"id":"x"}]}', {}, 'GITHUB_UNAVAILABLE'],
    [200, '['.repeat(10_000), {}, 'GITHUB_UNAVAILABLE'],
    [302, '', { location: 'http://169.254.169.254/' }, 'GITHUB_UNAVAILABLE'],
    [401, '{}', {}, 'GITHUB_SIGN_IN'],
    [404, '{}', {}, 'GITHUB_REFUSED'],
  ] as const;
  for (const [status, body, headers, code] of cases) {
    github.answers.set(path, answerWith(status, body, headers));
    assert.equal((await own.client.get('/github-app/installations/100/repositories')).body['code'], code, body);
    assert.equal((await own.client.post('/nucal/existing/app', chosen('half'))).body['code'], code, body);
  }
  github.answers.delete(path);
  const id = await made(own, 'minted');
  const minting = '/app/installations/100/access_tokens';
  github.answers.set(minting, answerWith(404, '{}'));
  const queued = await own.client.get<Created>(`/nucal/app/${id}/deploy`, csrf(own.client));
  const failed = await own.builtTo(queued.body.build_id, 'failed');
  assert.match(JSON.stringify(failed.error), /installation of the GitHub App was not found/);
  github.answers.delete(minting);
});
