import type { GithubBranch, GithubDeployment, GithubRepo, Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { githubAccount, task as taskTable } from '../../src/db/schema.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, tenant, visit, type Tenant } from '../site/site-support.ts';
import { openCodeHost, TOKEN, type CodeHost } from './code-host.ts';

const PAGE = '<!doctype html><h1>From GitHub</h1>';

describe('a site from GitHub', () => {
  let host: CodeHost;
  let server: TestServer;
  let own: Tenant;
  before(async () => {
    host = await openCodeHost();
    server = await startTestServer({ env: { GITHUB_API_URL: host.url } });
    own = await tenant(server);
    await connect(own);
  });
  after(async () => {
    await server.stop();
    await host.close();
  });

  const connect = async ({ client }: Tenant) => {
    const answer = await client.post('/github/getToken', { access_token: TOKEN });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };

  const initiated = async (name: string, by = own): Promise<string> => {
    const started = await by.client.post('/site', { fqdn: by.fqdn(name), domain: by.partner.sitesDomain });
    const done = await ended(by.client, started.body['task_id']);
    assert.ok(done.site_id, started.text);
    return done.site_id;
  };
  const finalize = (site_id: string, github_repository: string, github_branch = 'main') =>
    own.client.post('/site/finalize', { site_id, type: 'github', github_repository, github_branch });
  const finalized = async (site_id: string, repository: string, branch?: string): Promise<Task> => {
    const started = await finalize(site_id, repository, branch);
    assert.equal(started.status, 200, started.text);
    return ended(own.client, started.body['task_id']);
  };
  const deployment = async (id: string) => (await own.client.get<GithubDeployment>(`/github/${id}/-`)).body;

  test('the token is checked, sealed in the database, and answered with a placeholder in a query string', async () => {
    const other = await tenant(server);
    const wrong = await other.client.post('/github/getToken', { access_token: 'ghp_wrong' });
    assert.deepEqual([wrong.status, wrong.body['code']], [409, 'GITHUB_TOKEN']);
    assert.deepEqual((await other.client.get('/github/connection')).body, { login: null });
    const answer = await connect(other);
    assert.equal(new URLSearchParams(JSON.parse(answer.text) as string).get('access_token'), '-');
    assert.deepEqual((await other.client.get('/github/connection')).body, { login: 'octo' });
    const [row] = await server.db.select().from(githubAccount).where(eq(githubAccount.userId, other.customer.id));
    assert.ok(row && !JSON.stringify(row).includes(TOKEN));
    await other.client.delete('/github/connection');
    assert.deepEqual((await other.client.get('/github/connection')).body, { login: null });
    const refused = await other.client.get('/github/repos');
    assert.deepEqual([refused.status, refused.body['code']], [409, 'GITHUB_NOT_CONNECTED']);
  });

  test('repositories and branches are listed, and an empty repository is created', async () => {
    await host.push('listed', { 'index.html': PAGE });
    const commit = await host.push('listed', { 'index.html': PAGE }, 'feature/new-page');
    const repos = (await own.client.get<GithubRepo[]>('/github/repos')).body;
    assert.deepEqual(
      repos.map(({ full_name }) => full_name).filter((name) => name === 'octo/listed'),
      ['octo/listed'],
    );
    const branches = (await own.client.get<GithubBranch[]>('/github/repo/listed/branches?owner=octo')).body;
    assert.deepEqual(branches.map(({ name }) => name).sort(), ['feature/new-page', 'main']);
    assert.equal(branches.find(({ name }) => name === 'feature/new-page')?.commit, commit);
    const created = await own.client.post('/github/createRepo', { repo_name: 'brand-new' });
    assert.equal(created.status, 200, created.text);
    const again = await own.client.post('/github/createRepo', { repo_name: 'brand-new' });
    assert.equal(again.body['message'], 'GitHub answered: name already exists on this account');
    const none = await own.client.get('/github/repo/nowhere/branches');
    assert.match(String(none.body['message']), /The repository octo\/nowhere was not found/);
  });

  test('a branch becomes a live site, and Deploy latest publishes the next commit', async () => {
    const first = await host.push('shop', { 'index.html': PAGE, 'docs/a.txt': 'A' });
    const site_id = await initiated('shop');
    const done = await finalized(site_id, 'octo/shop');
    assert.equal(done.status, 'succeeded', JSON.stringify(done.error));
    assert.deepEqual(
      done.steps.map(({ name }) => name),
      ['files', 'source', 'start', 'verify', 'measure'],
    );
    assert.deepEqual(
      [(await visit(server, own.fqdn('shop'))).text, (await visit(server, own.fqdn('shop'), '/docs/a.txt')).text],
      [PAGE, 'A'],
    );
    const { body: site } = await own.client.get<Site>(`/site/id/${site_id}`);
    assert.deepEqual([site.type, site.status], ['github', 'ready']);
    assert.deepEqual((await deployment(site_id)).commit, first);

    const second = await host.push('shop', { 'index.html': '<h1>Second</h1>' });
    const deployed = await own.client.post(`/site/${site_id}/deploy`, {});
    assert.equal((await ended(own.client, deployed.body['task_id'])).status, 'succeeded', deployed.text);
    assert.equal((await visit(server, own.fqdn('shop'))).text, '<h1>Second</h1>');
    assert.equal((await visit(server, own.fqdn('shop'), '/docs/a.txt')).status, 404);
    const now = await deployment(site_id);
    assert.deepEqual([now.commit, now.files, now.folder], [second, 1, '']);
    assert.match(now.url, /\/octo\/shop\/tree\/main$/);
  });

  test('a built folder is published, without hidden files, links and PHP', async () => {
    await host.push('built', {
      'package.json': '{}',
      'dist/index.html': PAGE,
      'dist/.env': 'SECRET=1',
      'dist/config.php': '<?php $password = 1;',
      'dist/key': { link: '/etc/passwd' },
      'dist/.well-known/security.txt': 'Contact',
    });
    const site_id = await initiated('built');
    const done = await finalized(site_id, 'octo/built');
    assert.equal(done.status, 'succeeded', JSON.stringify(done.error));
    assert.match(done.log.map(({ text }) => text).join('\n'), /published from dist[^]*3 entries left out/);
    const get = async (file: string) => (await visit(server, own.fqdn('built'), file)).status;
    assert.deepEqual(
      [
        await get('/'),
        await get('/.well-known/security.txt'),
        await get('/package.json'),
        await get('/config.php'),
        await get('/key'),
      ],
      [200, 200, 404, 404, 404],
    );
    const { totalSize } = (await own.client.get(`/site/${own.fqdn('built')}/file/size`)).body as { totalSize: number };
    assert.ok(totalSize < 200, 'nothing but the published folder is kept');
  });

  for (const [what, files, branch, text] of [
    ['an empty repository', null, 'main', /The repository octo\/case is empty\. Push a commit/],
    ['a branch that is gone', { 'index.html': PAGE }, 'gone', /The branch gone was not found/],
    ['a repository without pages', { 'readme.md': 'x' }, 'main', /There is no index\.html to publish/],
  ] as const)
    test(`${what} fails with what to do, and the site can be published again`, async () => {
      const name = `case-${what.replaceAll(' ', '-').slice(0, 20)}`;
      if (files) await host.push(name, files);
      else await host.create(name);
      const site_id = await initiated(name.toLowerCase());
      const done = await finalized(site_id, `octo/${name}`, branch);
      assert.equal(done.status, 'failed');
      assert.match(done.error?.message ?? '', new RegExp(text.source.replace('octo\\/case', `octo\\/${name}`)));
      await host.push(name, { 'index.html': PAGE });
      const again = await finalized(site_id, `octo/${name}`);
      assert.equal(again.status, 'succeeded', JSON.stringify(again.error));
    });

  test('a revoked token fails a deployment with what to do, and the site stays as it is', async () => {
    await host.push('revoked', { 'index.html': PAGE });
    const site_id = await initiated('revoked');
    await finalized(site_id, 'octo/revoked');
    host.tokens.delete(TOKEN);
    const deployed = await own.client.post(`/site/${site_id}/deploy`, {});
    const done = await ended(own.client, deployed.body['task_id']);
    host.tokens.add(TOKEN);
    assert.equal(done.error?.code, 'GITHUB_TOKEN');
    assert.match(done.error?.message ?? '', /expired, or was revoked/);
    assert.equal((await visit(server, own.fqdn('revoked'))).text, PAGE);
    assert.equal((await own.client.get<Site>(`/site/id/${site_id}`)).body.status, 'ready');
  });

  test('the token is in no task, no address at GitHub, and no answer', async () => {
    const rows = await server.db.select().from(taskTable);
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(TOKEN));
    assert.ok(host.requests.length > 0 && !host.requests.some((request) => request.includes(TOKEN)));
  });

  test('another customer neither sees nor deploys the site', async () => {
    await host.push('mine', { 'index.html': PAGE });
    const site_id = await initiated('mine');
    await finalized(site_id, 'octo/mine');
    const other = await tenant(server);
    await connect(other);
    assert.equal((await other.client.get(`/github/${site_id}/-`)).status, 404);
    assert.equal((await other.client.post(`/site/${site_id}/deploy`, {})).status, 404);
  });

  test('a second deployment at the same time is refused with the running task', async () => {
    await host.push('twice', { 'index.html': PAGE });
    const site_id = await initiated('twice');
    await finalized(site_id, 'octo/twice');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    host.answers.set('/api/repos/octo/twice/branches/main', (_req, res) => void released.then(() => res.destroy()));
    const first = await own.client.post(`/site/${site_id}/deploy`, {});
    const second = await own.client.post(`/site/${site_id}/deploy`, {});
    assert.deepEqual([second.status, second.body['task_id']], [409, first.body['task_id']]);
    host.answers.clear();
    release();
    assert.equal((await ended(own.client, first.body['task_id'])).status, 'succeeded', 'GitHub was away for a moment');
  });
});
