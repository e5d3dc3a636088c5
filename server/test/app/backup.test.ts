import type { Backup, Notification, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { list } from 'tar';
import { schedule } from '../../src/db/schema.ts';
import { backupKinds } from '../../src/modules/backup/backup.tasks.ts';
import { startDue } from '../../src/tasks/scheduler.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { archiveOf, backupById, backupsOf, finished } from '../backup/backup-support.ts';
import { ended, visit } from '../site/site-support.ts';
import { appTenant, fromGit, type Created } from './app-support.ts';
import { changedApp, idle } from './changed-app.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('a backup of an application has its release and its settings, in which no variable can be read', async () => {
  const { own, id, fqdn, backup } = await changedApp(server, 'packed');
  assert.deepEqual([backup.status, backup.site_id, backup.site_fqdn, backup.type], ['succeeded', id, fqdn, 'manual']);
  const entries = new Map<string, Buffer[]>();
  await list({
    file: archiveOf(server.dataDir, backup),
    onReadEntry(entry) {
      const chunks: Buffer[] = [];
      entries.set(entry.path, chunks);
      entry.on('data', (chunk: Buffer) => chunks.push(chunk));
    },
  });
  assert.ok(entries.has('public/index.html'));
  const settings = Buffer.concat(entries.get('settings.json') ?? []).toString('utf8');
  const { build, variables } = JSON.parse(settings) as Record<string, Record<string, string>>;
  assert.equal(build?.['branch'], 'main');
  assert.ok((variables?.['release']?.length ?? 0) > 20);
  assert.ok(!settings.includes('of the backup'), settings);
  const { body } = await own.client.get<Page<Notification>>('/notification');
  const told = body.pageElements.find(({ type }) => type === 'backup_created');
  assert.equal(told?.link, `/manage-app/backup/${id}`);
});

test('a restore publishes the release of the backup with its settings, after a backup of the present one', async () => {
  const { own, id, backup, kept, later, variables, shown } = await changedApp(server, 'restored');
  assert.match(await shown(), new RegExp(later));
  const task = await finished(own.client, '/backup/restore', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.deepEqual(
    task.steps.map(({ name }) => name),
    ['fetch', 'pack', 'store', 'verify', 'prune', 'release', 'publish', 'answer'],
  );
  assert.match(await shown(), new RegExp(kept));
  const app = await own.app(id);
  assert.deepEqual(
    [app.status, app.live_build?.id, app.live_build?.trigger, app.live_build?.branch],
    ['ready', task.task_id, 'restore', 'main'],
  );
  assert.deepEqual(
    (await variables()).variables.map(({ value }) => value),
    ['hello of the backup'],
  );
  assert.deepEqual(
    (await backupsOf(own.client, id)).map(({ name, type }) => [name, type]),
    [
      ['Before restoring “First”', 'system_generated'],
      ['First', 'manual'],
    ],
  );
  // What was live before is a release like any other, and one click away.
  assert.equal((await own.client.post(`/nucal/app/build/${later}/publish`)).status, 200);
  await until('the later release is live', async () => ((await shown()).includes(later) ? true : undefined));
});

test('a backup is proven beside the application, downloaded, renamed and deleted', async () => {
  const { own, id, backup, later, shown } = await changedApp(server, 'proven');
  const task = await finished(own.client, '/backup/prove', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.equal((await backupById(own.client, backup.id)).proof?.ok, true);
  assert.match(await shown(), new RegExp(later));
  const { url } = (await own.client.post<{ url: string }>('/backup/download', { id: backup.id })).body;
  assert.equal((await visit(server, own.partner.domain, url)).status, 200);
  assert.equal((await own.client.put(`/backup/${backup.id}`, { name: 'Spring' })).status, 200);
  assert.equal((await own.client.delete(`/backup/${backup.id}`)).status, 200);
  assert.deepEqual(await backupsOf(own.client, id), []);
});

test('an application is backed up by schedule, and each of these backups is proven at once', async () => {
  const { own, id, fqdn } = await changedApp(server, 'scheduled');
  const daily = { is_active: true, frequency: 'daily', time: '03:00', weekday: 0, time_zone: 'UTC', keep: 1 };
  assert.equal((await own.client.post('/backup/settings', { site_fqdn: fqdn, ...daily })).status, 200);
  const row = eq(schedule.id, `backup:${id}`);
  for (const _run of [1, 2]) {
    const [before] = await server.db
      .update(schedule)
      .set({ nextAt: new Date(0) })
      .where(row)
      .returning();
    await startDue(server.app, backupKinds);
    const taskId = await until('the scheduled task', async () => {
      const [now] = await server.db.select().from(schedule).where(row);
      return now?.lastTaskId === before?.lastTaskId ? null : now?.lastTaskId;
    });
    assert.equal((await ended(own.client, taskId)).status, 'succeeded');
    await idle(own, id);
  }
  const found = (await backupsOf(own.client, id)).filter(({ type }) => type === 'daily');
  assert.deepEqual(
    found.map(({ status, proof }) => [status, proof?.ok]),
    [['succeeded', true]],
  );
});

test('applications of other customers and partners, and of a partner that switched them off, are not found', async () => {
  const { own, id, fqdn, backup } = await changedApp(server, 'hidden');
  const others = [await appTenant(server, {}, own.partner), await appTenant(server)];
  for (const { client } of others) {
    assert.equal((await client.post('/backup', { site_fqdn: fqdn })).status, 404);
    for (const path of [`/backup/${backup.id}`, `/backup/settings?site_id=${id}`])
      assert.equal((await client.get(path)).status, 404, path);
    for (const path of ['/backup/restore', '/backup/prove', '/backup/download'])
      assert.equal((await client.post(path, { id: backup.id })).status, 404, path);
    assert.equal((await client.get<Page<Backup>>(`/backup?site_id=${id}`)).body.totalCount, 0);
  }
  const made = await own.client.post('/backup/create/site', { fqdn: own.fqdn('copy'), backup: { id: backup.id } });
  assert.equal(made.status, 404);
  const listed = await own.client.get<Page<Backup>>('/backup?include_deleted=true');
  assert.equal(listed.body.totalCount, 0, 'no site can be made from it');
});

test('an application without a release is not backed up, and while a build runs nothing else begins', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('early', 'hangs'));
  const refused = await own.client.post<{ code: string }>('/backup', { site_fqdn: body.fqdn });
  assert.equal(refused.body.code, 'TASK_RUNNING');
  await until('it is cancelled', async () =>
    (await own.client.post(`/nucal/app/build/${body.build_id}/cancel`)).status === 200 ? true : undefined,
  );
  await own.builtTo(body.build_id, 'cancelled');
  await idle(own, body.app_id);
  const early = await own.client.post<{ code: string }>('/backup', { site_fqdn: body.fqdn });
  assert.equal(early.body.code, 'SITE_NOT_READY');
});
