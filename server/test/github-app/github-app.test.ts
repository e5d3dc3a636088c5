// On both databases: github-app.repo.ts, github-event.repo.ts.
import type { AppPush, GithubAppRepos, GithubBranch, GithubInstallations } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { app as appTable, githubAppUser, task } from '../../src/db/schema.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { begin, chosen, connected, made } from './connected.ts';
import { answerWith, openGithub, SLUG, type GithubHost } from './github-host.ts';
import { appTenant, type Created } from '../app/app-support.ts';

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

test('GitHub is connected, a repository is chosen, and a push that GitHub delivers builds it', async () => {
  const own = await connected(server, github);
  const { body } = await own.client.get<GithubInstallations>('/github-app/installations');
  assert.equal(body.install_url, `${github.url}/apps/${SLUG}/installations/new`);
  assert.deepEqual(
    body.rows.map(({ id, login, kind, is_suspended }) => [id, login, kind, is_suspended]),
    [[100, 'ada', 'user', false]],
  );
  const repos = await own.client.get<GithubAppRepos>('/github-app/installations/100/repositories');
  assert.deepEqual(
    repos.body.rows.map(({ full_name }) => full_name),
    ['ada/shop', 'ada/blog'],
  );
  const found = await own.client.get<GithubAppRepos>('/github-app/installations/100/repositories?search=BLO');
  assert.deepEqual([found.body.total, found.body.rows[0]?.full_name, found.body.is_partial], [1, 'ada/blog', false]);
  const branches = await own.client.get<GithubBranch[]>('/github-app/repositories/ada/shop/branches');
  assert.deepEqual(
    branches.body.map(({ name }) => name),
    ['main'],
  );
  const id = await made(own, 'first');
  const row = (await server.db.select().from(appTable).where(eq(appTable.id, id)))[0];
  assert.deepEqual([row?.installationId, row?.repositoryToken], [100, null]);
  assert.equal((await own.app(id)).repository.github_access, 'ok');
  const minted = await github.ask<{ installation_tokens: { repository_ids: number[]; permissions: object }[] }>(
    '/_emulate/installation-tokens',
  );
  assert.ok(
    minted.installation_tokens.some(
      ({ repository_ids, permissions }) =>
        repository_ids[0] === row?.repositoryId && JSON.stringify(permissions) === '{"contents":"read"}',
    ),
    'the token reads this repository and nothing else',
  );
  const content = Buffer.from('<h1>Hello</h1>').toString('base64');
  await github.ask('/repos/ada/shop/contents/index.html', { message: 'Page', content, branch: 'main' }, 'PUT');
  const push = await until('GitHub delivers the push', () =>
    Promise.resolve(github.delivered.find(({ event }) => event === 'push')),
  );
  assert.deepEqual([push.status, push.result], [200, 'build']);
  const { deliveries } = (await own.client.get<AppPush>(`/nucal/app/${id}/push`)).body;
  await own.builtTo(deliveries[0]?.build_id ?? '', 'success');
});

test('no token of GitHub is stored open, or in what a task was given', async () => {
  const own = await connected(server, github);
  const id = await made(own, 'sealed');
  const stored = JSON.stringify([
    await server.db.select().from(githubAppUser),
    await server.db.select().from(appTable),
    await server.db.select().from(task).where(eq(task.resourceId, id)),
  ]);
  assert.doesNotMatch(stored, /gh[osu]_/);
});

test('a state counts once, in the session that began it', async () => {
  const own = await appTenant(server);
  const other = await appTenant(server, {}, own.partner);
  const stranger = await appTenant(server);
  const back = await begin(own, github, 'ada');
  for (const wrong of [other, stranger]) {
    const answer = await wrong.client.get(back);
    assert.deepEqual([answer.status, answer.body['code']], [400, 'GITHUB_CONNECT_FAILED']);
  }
  assert.equal((await own.client.get(back)).status, 200);
  assert.equal((await own.client.get(back)).body['code'], 'GITHUB_CONNECT_FAILED');
  const refused = await own.client.post<{ redirectUrl: string }>('/github-app/connect', {});
  const state = new URL(refused.body.redirectUrl).searchParams.get('state') ?? '';
  const browser = await own.client.send('GET', `/github-app/callback?error=access_denied&state=${state}`, undefined, {
    accept: 'text/html',
  });
  assert.deepEqual(
    [browser.status, browser.headers['location']],
    [303, '/new-app/existing-project/pick-repo?error=GITHUB_CONNECT_FAILED'],
  );
});

test('an installation of somebody else is not there, and a repository is proven by GitHub', async () => {
  const own = await connected(server, github);
  const list = await own.client.get('/github-app/installations/200/repositories');
  assert.deepEqual([list.status, list.body['code']], [404, 'NOT_FOUND']);
  const create = (from: object) => own.client.post<Created>('/nucal/existing/app', from);
  assert.equal((await create(chosen('theirs', 'eve/own', 200))).status, 404);
  const mixed = await create(chosen('mixed', 'eve/own', 100));
  assert.deepEqual([mixed.status, (mixed.body as Record<string, unknown>)['code']], [409, 'GITHUB_REFUSED']);
  assert.equal((await create(chosen('gone', 'ada/gone', 100))).status, 409);
  const apps = await own.client.get<{ totalCount: number }>('/nucal/user/apps');
  assert.equal(apps.body.totalCount, 0, 'nothing is half made');
});

test('the one address that is registered at GitHub leads to the panel that has begun, and nowhere else', async () => {
  const own = await appTenant(server);
  const stranger = await appTenant(server);
  const begun = await own.client.post<{ redirectUrl: string }>('/github-app/connect', {});
  const state = new URL(begun.body.redirectUrl).searchParams.get('state') ?? '';
  const back = await stranger.client.get(`/github-app/return?code=abc&state=${state}&next=https://evil.example`);
  const target = new URL(String(back.headers['location']));
  assert.deepEqual([back.status, target.hostname], [303, own.partner.domain]);
  assert.equal(target.pathname + target.search, `/github-app/callback?state=${state}&code=abc`);
  assert.equal((await stranger.client.get('/github-app/return?code=abc&state=unknown')).status, 404);
  const elsewhere = await own.client.post('/github-app/connect', { next: 'https://evil.example' });
  assert.equal(elsewhere.status, 422);
});

test('an installation with very many repositories costs ten pages for a search, and the answer says that it is a part', async () => {
  const own = await connected(server, github);
  const path = '/user/installations/100/repositories';
  const repositories = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: at + 1, name: `many-${at}`, full_name: `ada/many-${at}`, owner: { login: 'ada' } },
    ...{ private: true, default_branch: 'main', pushed_at: null },
  }));
  github.answers.set(path, answerWith(200, { total_count: 5000, repositories }));
  const asked = async (search: string) => {
    const before = github.requests.length;
    const { body } = await own.client.get<GithubAppRepos>(`/github-app${path.slice('/user'.length)}?search=${search}`);
    const pages = github.requests.slice(before).filter(({ line }) => line.includes(path)).length;
    return [pages, body.rows.length, body.total, body.is_partial];
  };
  assert.deepEqual(await asked(''), [1, 100, 5000, false]);
  assert.deepEqual(await asked('many'), [10, 100, 1000, true]);
  const missing = await own.client.post('/nucal/existing/app', chosen('missing', 'ada/other'));
  assert.equal(missing.body['code'], 'GITHUB_REFUSED');
  github.answers.delete(path);
});
