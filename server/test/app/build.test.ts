import type { App, AppBuild, BuildLog, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { ended, visit } from '../site/site-support.ts';
import { appTenant, csrf, fromGit, type Created } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

/** Holds every look at an application that answers already, which is the last step of publishing, or lets it fail. */
function holdChecks(error?: Error) {
  const { hosting } = server.app;
  const { verify } = hosting;
  const asked = new Set<string>();
  const gate = Promise.withResolvers<void>();
  hosting.verify = async (id, fqdn, kind) => {
    asked.add(fqdn);
    await gate.promise;
    if (error) throw error;
    return verify.call(hosting, id, fqdn, kind);
  };
  return {
    reached: (fqdn: string) => until(`${fqdn} to be asked`, async () => asked.has(fqdn) || undefined),
    release() {
      hosting.verify = verify;
      gate.resolve();
    },
  };
}

test('a template becomes an application that answers, with its build and its log', async () => {
  const own = await appTenant(server);
  const { app_id, build_id, fqdn } = await own.create('shop');
  assert.equal(fqdn, own.fqdn('shop'));
  const build = await own.builtTo(build_id, 'success');
  assert.deepEqual([build.number, build.trigger, build.is_live, build.is_kept], [1, 'create', true, true]);
  const app = await own.app(app_id);
  assert.deepEqual([app.status, app.type, app.mode, app.live_build?.id], ['ready', 'frontend', 'template', build_id]);
  assert.equal(app.health.level, 'healthy');
  const page = await visit(server, fqdn);
  assert.equal(page.status, 200);
  assert.match(page.text, new RegExp(build_id));
  const log = (await own.client.get<BuildLog>(`/nucal/site/build/${build_id}/log`)).body;
  assert.deepEqual(
    log.lines.map(({ line, text }) => [line, text]),
    [
      [1, 'line 1 of template'],
      [2, 'line 2 of template'],
      [3, 'line 3 of template'],
    ],
  );
  assert.deepEqual([log.next, log.ended], [4, true]);
  const rest = (await own.client.get<BuildLog>(`/nucal/site/build/${build_id}/log?from=3`)).body;
  assert.deepEqual(
    rest.lines.map(({ line }) => line),
    [3],
  );
  const bell = (await own.client.get<Page<{ type: string; link: string }>>('/notification')).body.pageElements;
  assert.deepEqual(
    bell.map(({ type, link }) => [type, link]),
    [['app_build_success', `/manage-app/build/${app_id}?build=${build_id}`]],
  );
});

test('an application whose first build fails has failed, says why, and is ready after the next one', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('broken', 'fails'));
  const build = await own.builtTo(body.build_id, 'failed');
  assert.equal(build.error, 'The command "npm run build" ended with code 1.');
  assert.equal((await own.app(body.app_id)).status, 'failed');
  const log = (await own.client.get<BuildLog>(`/nucal/site/build/${build.id}/log`)).body;
  assert.equal(log.lines.at(-1)?.text, build.error);
  await own.client.send('PUT', `/nucal/${body.app_id}`, { branch: 'main' });
  const again = (await own.client.get<{ build_id: string }>(`/nucal/app/${body.app_id}/deploy`, csrf(own.client))).body;
  await own.builtTo(again.build_id, 'success');
  const app = await own.app(body.app_id);
  assert.deepEqual([app.status, app.last_build?.commit_message], ['ready', 'Say hello']);
});

test('a build that waits is superseded by a newer one of its branch, and the newest runs next', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('queue', 'hangs'));
  await own.builtTo(body.build_id, 'building');
  const deploy = async () =>
    (await own.client.get<{ build_id: string }>(`/nucal/app/${body.app_id}/deploy`, csrf(own.client))).body.build_id;
  const second = await deploy();
  const third = await deploy();
  assert.equal((await own.build(second)).status, 'superseded');
  assert.equal((await own.build(third)).status, 'queued');
  await own.client.send('PUT', `/nucal/${body.app_id}`, { branch: 'main' });
  const cancelled = await own.client.post(`/nucal/app/build/${body.build_id}/cancel`);
  assert.equal(cancelled.status, 200, cancelled.text);
  await own.builtTo(body.build_id, 'cancelled');
  // It waited on its own branch, which hangs.
  await own.builtTo(third, 'building');
  await own.client.post(`/nucal/app/build/${third}/cancel`);
  await own.builtTo(third, 'cancelled');
  const all = (await own.client.get<Page<AppBuild>>(`/nucal/user/apps/siteid/${body.app_id}/builds`)).body;
  assert.deepEqual(
    all.pageElements.map(({ number, status }) => [number, status]),
    [
      [3, 'cancelled'],
      [2, 'superseded'],
      [1, 'cancelled'],
    ],
  );
});

test('a roll-back publishes a kept release again without a build', async () => {
  const own = await appTenant(server);
  const first = await own.create('steps');
  await own.builtTo(first.build_id, 'success');
  const second = (await own.client.get<{ build_id: string }>(`/nucal/app/${first.app_id}/deploy`, csrf(own.client)))
    .body;
  await own.builtTo(second.build_id, 'success');
  assert.match((await visit(server, first.fqdn)).text, new RegExp(second.build_id));
  const back = await own.client.post<{ task_id: string }>(`/nucal/app/build/${first.build_id}/publish`);
  assert.equal(back.status, 200, back.text);
  assert.equal((await ended(own.client, back.body.task_id)).status, 'succeeded');
  assert.match((await visit(server, first.fqdn)).text, new RegExp(first.build_id));
  const app = await own.app(first.app_id);
  assert.deepEqual([app.live_build?.id, app.last_build?.id], [first.build_id, second.build_id]);
});

test('a release is live when its task ends: until then the application names the task, and the earlier release is live', async (t) => {
  const own = await appTenant(server);
  const first = await own.create('moment');
  await own.builtTo(first.build_id, 'success');
  const held = holdChecks();
  t.after(held.release);
  const { body: second } = await own.client.get<Created>(`/nucal/app/${first.app_id}/deploy`, csrf(own.client));
  await held.reached(first.fqdn);
  assert.match((await visit(server, first.fqdn)).text, new RegExp(second.build_id));
  assert.deepEqual(
    [(await own.build(second.build_id)).is_live, (await own.build(first.build_id)).is_live],
    [false, true],
  );
  const during = await own.app(first.app_id);
  assert.deepEqual([during.live_build?.id, during.task_id], [first.build_id, second.task_id]);
  const publish = (id: string) => own.client.post<Created & { code?: string }>(`/nucal/app/build/${id}/publish`);
  assert.equal((await publish(first.build_id)).body.code, 'TASK_RUNNING');
  held.release();
  await until('the release to be live', async () => (await own.build(second.build_id)).is_live || undefined);
  const holdAgain = holdChecks();
  t.after(holdAgain.release);
  const back = await publish(first.build_id);
  assert.equal(back.status, 200, back.text);
  await holdAgain.reached(first.fqdn);
  const again = await own.app(first.app_id);
  assert.deepEqual([again.live_build?.id, again.task_id], [second.build_id, back.body.task_id]);
  holdAgain.release();
  assert.equal((await ended(own.client, back.body.task_id)).status, 'succeeded');
  const afterwards = await own.app(first.app_id);
  assert.deepEqual([afterwards.live_build?.id, afterwards.task_id], [first.build_id, null]);
});

test('a release that visitors get is the live one, also where the last look at it fails', async (t) => {
  const own = await appTenant(server);
  const first = await own.create('unseen');
  await own.builtTo(first.build_id, 'success');
  const held = holdChecks(new HostingError('UNSUPPORTED', 'It cannot be asked.', { retryable: false }));
  t.after(held.release);
  const { body: second } = await own.client.get<Created>(`/nucal/app/${first.app_id}/deploy`, csrf(own.client));
  await held.reached(first.fqdn);
  held.release();
  assert.equal((await ended(own.client, second.task_id)).status, 'failed');
  assert.match((await visit(server, first.fqdn)).text, new RegExp(second.build_id));
  const app = await own.app(first.app_id);
  assert.deepEqual([app.live_build?.id, app.last_build?.status, app.task_id], [second.build_id, 'success', null]);
});

test('a flagged account starts no build and publishes nothing', async () => {
  const own = await appTenant(server, { isAbuseSystem: true });
  const refused = await own.client.post('/nucal/create/project', { fqdn: 'nothing', template_id: 'static-page' });
  assert.deepEqual([refused.status, refused.body['code']], [403, 'ABUSE']);
  assert.equal((await own.client.get<Page<App>>('/nucal/user/apps')).body.totalCount, 0);
});

test('an application of others is not found, whatever is asked of it', async () => {
  const own = await appTenant(server);
  const other = await appTenant(server, {}, own.partner);
  const { app_id, build_id } = await own.create('private');
  await own.builtTo(build_id, 'success');
  for (const path of [
    `/nucal/${app_id}`,
    `/nucal/app/${app_id}/settings`,
    `/nucal/app/${app_id}/variables`,
    `/nucal/app/build/${build_id}/details`,
    `/nucal/site/build/${build_id}/log`,
    `/nucal/user/apps/siteid/${app_id}/builds`,
    `/cdn/get/${app_id}`,
  ])
    assert.equal((await other.client.get(path)).status, 404, path);
  assert.equal((await other.client.post(`/nucal/app/build/${build_id}/publish`)).status, 404);
  assert.equal((await other.client.send('DELETE', `/nucal/${app_id}`)).status, 404);
  assert.equal((await own.app(app_id)).status, 'ready');
});
