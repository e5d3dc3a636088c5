import type { AppDatabaseState, HostedDatabase, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { app as apps, auditLog } from '../../src/db/schema.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { holdTasks } from '../site/site-support.ts';
import { appTenant, fromGit, type AppTenant, type Created } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

type Credentials = { data: { url: string; password: string } | null };
const stateOf = async ({ client }: AppTenant, id: string) =>
  (await client.get<AppDatabaseState>(`/nucal/app/${id}/db`)).body;
const credentialsOf = async ({ client }: AppTenant, id: string) =>
  (await client.get<Credentials>(`/nucal/user/apps/siteid/${id}/db/credentials`)).body.data;
const settled = (own: AppTenant, id: string) =>
  until('nothing works on the application', async () => {
    const now = await stateOf(own, id);
    return now.task_id === null ? now : undefined;
  });

async function withApp(name: string): Promise<{ own: AppTenant; id: string }> {
  const own = await appTenant(server);
  const { app_id: id, build_id } = await own.create(name);
  await own.builtTo(build_id, 'success');
  return { own, id };
}

test('a database is made, shown with its size, given a new password, and deleted', async () => {
  const { own, id } = await withApp('data');
  assert.deepEqual(await stateOf(own, id), { missing: null, database: null, task_id: null });
  assert.equal(await credentialsOf(own, id), null);
  assert.equal((await own.client.post(`/nucal/app/${id}/db/password`)).status, 409);

  assert.equal((await own.client.post(`/nucal/app/${id}/db`)).status, 200);
  const { database } = await settled(own, id);
  assert.equal(database?.status, 'ready');
  assert.equal(database.bytes, 8_000_000);
  assert.ok(!JSON.stringify(database).includes('password":'), 'only the credentials have it');
  const first = await credentialsOf(own, id);
  assert.ok(first);
  assert.equal(first.url, `postgres://${database.user}:${first.password}@127.0.0.1:5432/${database.name}`);
  const again = await own.client.post<{ code: string }>(`/nucal/app/${id}/db`);
  assert.equal(again.status, 409);

  const listed = (await own.client.get<Page<HostedDatabase>>('/database')).body.pageElements;
  assert.deepEqual(
    listed.map(({ id: of, engine, bytes, owner, access }) => [of, engine, bytes, owner, access]),
    [[id, 'postgresql', 8_000_000, 'app', 'none']],
  );

  assert.equal((await own.client.post(`/nucal/app/${id}/db/password`)).status, 200);
  await settled(own, id);
  assert.notEqual((await credentialsOf(own, id))?.password, first.password);

  assert.equal((await own.client.send('DELETE', `/nucal/app/${id}/db`)).status, 200);
  assert.equal((await settled(own, id)).database, null);
  assert.equal((await own.client.get<Page<HostedDatabase>>('/database')).body.totalCount, 0);
  const audits = await server.app.db.select({ action: auditLog.action }).from(auditLog);
  const actions = audits.map(({ action }) => action).filter((action) => action.startsWith('app.database'));
  assert.deepEqual(actions.sort(), [
    'app.database-create',
    'app.database-delete',
    'app.database-password',
    'app.database.credentials',
    'app.database.credentials',
  ]);
});

test('while one change runs, no other begins', async () => {
  const { own, id } = await withApp('busy');
  const release = await holdTasks(own);
  const started = await own.client.post<{ task_id: string }>(`/nucal/app/${id}/db`);
  assert.equal(started.status, 200);
  const second = await own.client.send<{ code: string }>('DELETE', `/nucal/app/${id}/db`);
  assert.equal(second.status, 409);
  await release();
  await settled(own, id);
  assert.equal((await stateOf(own, id)).database?.status, 'ready');
});

test('the host of a front end answers /api with its back end, as long as that exists', async () => {
  const own = await appTenant(server);
  const { from } = fromGit('unused');
  const body = { fqdn: 'both', frontend: { from }, backend: { from } };
  const made = (await own.client.post<Created>('/nucal/fullstack/app', body)).body;
  await own.builtTo(made.build_id, 'success');
  const directory = createEdgeDirectory(server.app.db, server.app);
  const [back] = await server.app.db.select().from(apps).where(eq(apps.part, 'backend'));
  assert.ok(back);
  const { database } = await until('the back end has its database', async () => {
    const now = await stateOf(own, back.id);
    return now.database?.status === 'ready' ? now : undefined;
  });
  assert.equal(database?.name, `app_${back.id}`);
  assert.equal((await stateOf(own, made.app_id)).database, null);
  const front = await directory.resolve(made.fqdn);
  assert.deepEqual([front?.siteId, front?.backend?.siteId, front?.backend?.kind], [made.app_id, back.id, 'node']);
  const itself = await directory.resolve(own.fqdn('both-api'));
  assert.deepEqual([itself?.siteId, itself?.backend], [back.id, undefined]);
  await until('the back end is idle', async () =>
    (await own.client.send('DELETE', `/nucal/${back.id}`)).status === 200 ? true : undefined,
  );
  await until('the back end is gone', async () =>
    (await directory.resolve(made.fqdn))?.backend === undefined ? true : undefined,
  );
});

test('a full-stack template becomes both parts with a database', async () => {
  const own = await appTenant(server);
  const made = await own.create('jotter', { template_id: 'notes' });
  await own.builtTo(made.build_id, 'success');
  const rows = await server.app.db.select().from(apps).where(eq(apps.type, 'fullstack'));
  const front = rows.find(({ id }) => id === made.app_id);
  const back = rows.find(({ part, projectId }) => part === 'backend' && projectId === front?.projectId);
  assert.deepEqual([front?.part, front?.templateId, back?.templateId], ['frontend', 'notes', 'notes-api']);
  await until('it has its database', async () =>
    (await stateOf(own, back?.id ?? '')).database?.status === 'ready' ? true : undefined,
  );
  const alone = await own.client.post('/nucal/create/project', { fqdn: 'only-back', template_id: 'notes-api' });
  assert.equal(alone.status, 404, 'a part is not chosen alone');
});
