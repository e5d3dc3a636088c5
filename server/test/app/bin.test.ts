import type { AppProject, BinnedApp, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { ended, visit } from '../site/site-support.ts';
import { appTenant, fromGit, type AppTenant, type Created, linkOf } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const binOf = async ({ client }: AppTenant) => (await client.get<Page<BinnedApp>>('/nucal/user/apps/bin')).body;
const gone = (own: AppTenant, id: string) =>
  until('the application is gone', async () =>
    (await own.client.get(`/nucal/${id}`)).status === 404 ? true : undefined,
  );
/** It is in the bin, and the task that moved it there has ended. */
const binned = (own: AppTenant, id: string) =>
  until('the application is in the bin', async () =>
    (await binOf(own)).pageElements.some(({ site_id, task_id }) => site_id === id && task_id === null)
      ? true
      : undefined,
  );

test('a deleted application is in the bin for seven days, and answers again once it is restored', async () => {
  const own = await appTenant(server);
  const { app_id, build_id, fqdn } = await own.create('gone');
  await own.builtTo(build_id, 'success');
  assert.equal((await own.client.delete(`/nucal/${app_id}`)).status, 200);
  await binned(own, app_id);
  assert.equal((await own.client.get(`/nucal/${app_id}`)).status, 404);
  assert.equal((await visit(server, fqdn)).status, 421);
  const { pageElements } = await binOf(own);
  assert.deepEqual(
    pageElements.map(({ site_id, fqdn: address, deleted_by }) => [site_id, address, deleted_by]),
    [[app_id, fqdn, own.customer.email]],
  );
  const [entry] = pageElements;
  assert.equal(Date.parse(entry?.purge_at ?? '') - Date.parse(entry?.deleted_at ?? ''), 7 * 24 * 3_600_000);
  assert.equal(
    (await own.client.post('/nucal/create/project', { fqdn: 'gone', template_id: 'static-page' })).status,
    409,
  );
  assert.equal((await own.client.get<Page<AppProject>>('/nucal/user/projects')).body.totalCount, 0);
  const back = await own.client.post<{ task_id: string }>('/nucal/user/apps/bin/restore', { site_id: app_id });
  assert.equal(back.status, 200, back.text);
  assert.equal((await ended(own.client, back.body.task_id)).status, 'succeeded');
  assert.match((await visit(server, fqdn)).text, new RegExp(build_id));
  assert.equal(await linkOf(own, 'site_restored'), `/manage-app/overview/${app_id}`);
  assert.deepEqual([(await own.app(app_id)).status, (await binOf(own)).totalCount], ['ready', 0]);
});

test('one that is deleted for good makes its address free', async () => {
  const own = await appTenant(server);
  const { app_id, build_id } = await own.create('purged');
  await own.builtTo(build_id, 'success');
  await own.client.delete(`/nucal/${app_id}`);
  await binned(own, app_id);
  const task = (await own.client.delete<{ task_id: string }>(`/nucal/user/apps/bin/${app_id}`)).body.task_id;
  assert.equal((await ended(own.client, task)).status, 'succeeded');
  assert.equal((await binOf(own)).totalCount, 0);
  await own.builtTo((await own.create('purged')).build_id, 'success');
});

test('what never had a release is deleted for good, and a project goes with its applications', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('broken', 'fails'));
  await own.builtTo(body.build_id, 'failed');
  await own.client.delete(`/nucal/${body.app_id}`);
  await gone(own, body.app_id);
  assert.equal((await binOf(own)).totalCount, 0);

  const { from } = fromGit('shop');
  const whole = await own.client.post<Created>('/nucal/fullstack/app', {
    fqdn: 'shop',
    frontend: { from },
    backend: { from },
  });
  await own.builtTo(whole.body.build_id, 'success');
  const app = await own.app(whole.body.app_id);
  assert.deepEqual(
    [app.part, app.other_part?.part, app.other_part?.fqdn],
    ['frontend', 'backend', own.fqdn('shop-api')],
  );
  const back = await own.app(app.other_part?.id ?? '');
  await own.builtTo(back.last_build?.id ?? '', 'success');
  assert.equal((await own.client.delete(`/nucal/project/${app.project_id}`)).status, 200);
  await gone(own, app.id);
  await gone(own, back.id);
  assert.equal((await binOf(own)).totalCount, 2);
});

test('an application in the bin of others is not found, nor in the bin of sites', async () => {
  const own = await appTenant(server);
  const { app_id, build_id } = await own.create('mine');
  await own.builtTo(build_id, 'success');
  await own.client.delete(`/nucal/${app_id}`);
  await gone(own, app_id);
  const other = await appTenant(server, {}, own.partner);
  assert.equal((await binOf(other)).totalCount, 0);
  assert.equal((await other.client.post('/nucal/user/apps/bin/restore', { site_id: app_id })).status, 404);
  assert.equal((await other.client.delete(`/nucal/user/apps/bin/${app_id}`)).status, 404);
  assert.equal((await own.client.get<Page<unknown>>('/site/bin')).body.totalCount, 0);
  assert.equal((await own.client.post('/site/bin/restore', { site_id: app_id })).status, 404);
});
