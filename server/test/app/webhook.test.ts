import type { AppBuild, AppPush, Page } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { user } from '../../src/db/schema.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { appTenant, type AppTenant } from './app-support.ts';
import { deliveriesOf, hmac, hooked, newKey, pushOf, tell, type Hooked } from './webhook-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const buildsOf = async (own: AppTenant, id: string): Promise<AppBuild[]> =>
  (await own.client.get<Page<AppBuild>>(`/nucal/user/apps/siteid/${id}/builds`)).body.pageElements;

const github = (own: AppTenant, { path, secret }: Hooked, body: string, more: Record<string, string> = {}) =>
  tell(server, own.partner.domain, {
    path,
    body,
    headers: { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${hmac(secret, body)}`, ...more },
  });

test('a signed push of GitHub starts one build, however often it is delivered', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'pushed');
  const body = pushOf('main');
  const first = await github(own, hook, body, { 'x-github-delivery': '1' });
  assert.deepEqual([first.status, first.body.result], [200, 'build']);
  assert.ok(first.body.build_id);
  const build = await own.builtTo(first.body.build_id, 'success');
  assert.deepEqual([build.trigger, build.branch], ['push', 'main']);
  const again = await github(own, hook, body, { 'x-github-delivery': '2' });
  assert.deepEqual([again.status, again.body.result, again.body.build_id], [200, 'repeated', null]);
  assert.equal((await buildsOf(own, hook.id)).length, 2);
  const shown = (await own.client.get<AppPush>(`/nucal/app/${hook.id}/push`)).body;
  assert.deepEqual(
    shown.deliveries.map(({ result, sender, from, branch, build_id }) => [result, sender, from, branch, build_id]),
    [
      ['repeated', 'github', '127.0.0.1', 'main', null],
      ['build', 'github', '127.0.0.1', 'main', build.id],
    ],
  );
  assert.ok(shown.secrets.webhook);
  assert.ok(!JSON.stringify(shown).includes(hook.secret), 'the secret is never shown again');
});

test('ten deliveries of one push at once start one build', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'atonce');
  const body = pushOf('main');
  const told = await Promise.all(Array.from({ length: 10 }, () => github(own, hook, body)));
  assert.deepEqual(told.map(({ body: { result } }) => result).sort(), ['build', ...Array(9).fill('repeated')].sort());
  assert.equal((await buildsOf(own, hook.id)).length, 2);
});

test('GitLab, Gitea, Forgejo and Bitbucket are known by their signatures', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'servers');
  const bitbucket = JSON.stringify({
    push: { changes: [{ new: { type: 'branch', name: 'main', target: { hash: 'cd'.repeat(20) } } }] },
  });
  const senders: [string, string, Record<string, string>][] = [
    ['gitlab', pushOf('main', { by: 'gitlab' }), { 'x-gitlab-token': hook.secret }],
    [
      'gitea',
      pushOf('main', { by: 'gitea' }),
      { 'x-gitea-signature': hmac(hook.secret, pushOf('main', { by: 'gitea' })) },
    ],
    [
      'gitea',
      pushOf('main', { by: 'forgejo' }),
      { 'x-forgejo-signature': hmac(hook.secret, pushOf('main', { by: 'forgejo' })) },
    ],
    ['bitbucket', bitbucket, { 'x-hub-signature': `sha256=${hmac(hook.secret, bitbucket)}` }],
  ];
  for (const [sender, body, headers] of senders) {
    const told = await tell(server, own.partner.domain, { path: hook.path, body, headers });
    assert.deepEqual([told.status, told.body.result], [200, 'build'], sender);
    const [newest] = await deliveriesOf(own, hook.id);
    assert.equal(newest?.sender, sender);
  }
  const form = `payload=${encodeURIComponent(pushOf('main', { by: 'form' }))}`;
  const told = await github(own, hook, form, { 'content-type': 'application/x-www-form-urlencoded' });
  assert.equal(told.body.result, 'build');
});

test('another branch, a deleted one, another event and a switch that is off build nothing', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'quiet');
  const result = async (body: string) => (await github(own, hook, body)).body.result;
  assert.equal(await result(pushOf('feature')), 'branch');
  assert.equal(await result(pushOf('main', { after: '0'.repeat(40) })), 'event');
  assert.equal(await result('{"zen":"Keep it logically awesome."}'), 'event');
  assert.equal(await result(JSON.stringify({ ref: 'refs/tags/main', after: 'ab'.repeat(20) })), 'event');
  assert.equal(await result('not JSON'), 'unreadable');
  await own.client.put(`/nucal/${hook.id}`, { auto_deploy: false });
  assert.equal(await result(pushOf('main')), 'off');
  assert.equal((await buildsOf(own, hook.id)).length, 1);
});

test('a deploy hook builds without a body; a new secret ends the one before it', async () => {
  const own = await appTenant(server);
  const { id } = await hooked(own, 'plain');
  const hook = await newKey(own, id, 'hook');
  const call = (path: string, headers = {}) => tell(server, own.partner.domain, { path, headers });
  const first = await call(hook.path, { 'idempotency-key': 'one' });
  assert.deepEqual([first.status, first.body.result], [200, 'build']);
  assert.equal((await call(hook.path, { 'idempotency-key': 'one' })).body.result, 'repeated');
  const next = await newKey(own, id, 'hook');
  assert.equal((await call(hook.path)).status, 404);
  assert.equal((await call(next.path)).status, 200);
  const get = await tell(server, own.partner.domain, { path: next.path, method: 'GET' });
  assert.equal(get.status, 404, 'a browser that opens the address deploys nothing');
});

test('whose build time is used up builds nothing by a push, and the log says so', async () => {
  const own = await appTenant(server);
  const hook = await hooked(own, 'usedup');
  await server.db.update(user).set({ isAbuseSystem: true }).where(eq(user.id, own.customer.id));
  const told = await github(own, hook, pushOf('main'));
  assert.equal(told.body.result, 'limit');
  assert.equal((await deliveriesOf(own, hook.id))[0]?.result, 'limit');
});
