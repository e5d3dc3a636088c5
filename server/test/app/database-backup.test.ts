import type { AppDatabaseState, Backup, HostedDatabase, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { backup as backupTable, workload } from '../../src/db/schema.ts';
import { proveAgain } from '../../src/modules/backup/prove-again.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { DAMAGED_CONTENT, databaseContent, FAKE_DATABASES } from '../../src/testing/fake-app-databases.ts';
import { textInArchive } from '../../src/testing/text-in-archive.ts';
import { archiveOf, backUp, backupById, backupsOf, finished } from '../backup/backup-support.ts';
import { visit } from '../site/site-support.ts';
import { appTenant, csrf } from './app-support.ts';
import { idle } from './changed-app.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const now = async (id: string) => (await databaseContent.read(server.dataDir, id)).now;

/** An application with rows and a release of now, and a backup of earlier ones. */
async function changedShop(name: string, rows = 'first rows') {
  const own = await appTenant(server);
  const { app_id: id, build_id: kept, fqdn } = await own.create(name);
  await own.builtTo(kept, 'success');
  await idle(own, id);
  assert.equal((await own.client.post(`/nucal/app/${id}/db`)).status, 200);
  await idle(own, id);
  await databaseContent.write(server.dataDir, id, rows);
  const backup = await backUp(own.client, fqdn, 'First');
  await databaseContent.write(server.dataDir, id, 'later rows');
  const { build_id: later } = (await own.client.get<{ build_id: string }>(`/nucal/app/${id}/deploy`, csrf(own.client)))
    .body;
  await own.builtTo(later, 'success');
  await idle(own, id);
  const shown = async () => (await visit(server, fqdn)).text;
  return { own, id, fqdn, backup, kept, later, shown };
}

test('a backup of an application has its database, and pages say so', async () => {
  const { own, id, backup } = await changedShop('held');
  assert.deepEqual(backup.database, { bytes: 'first rows'.length });
  const archive = archiveOf(server.dataDir, backup);
  assert.equal(await textInArchive(archive, 'database.sql'), 'first rows');
  const { database } = (await own.client.get<AppDatabaseState>(`/nucal/app/${id}/db`)).body;
  assert.equal(database?.last_backup_at, backup.created_at);
  const [listed] = (await own.client.get<Page<HostedDatabase>>('/database')).body.pageElements;
  assert.deepEqual([listed?.id, listed?.last_backup_at], [id, backup.created_at]);
});

test('release and database come back together, each of them comes back alone, and the present ones are backed up first', async () => {
  const { own, id, backup, kept, later, shown } = await changedShop('both');
  const restored = async (parts: Record<string, boolean>) => {
    const task = await finished(own.client, '/backup/restore', { id: backup.id, ...parts });
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    return task.steps.map(({ name }) => name);
  };
  assert.deepEqual(await restored({ restore_files: false }), [
    ...['fetch', 'pack', 'store', 'verify', 'prune', 'database', 'swap', 'answer', 'tidy'],
  ]);
  assert.equal(await now(id), 'first rows');
  assert.match(await shown(), new RegExp(later));
  const [safety] = await backupsOf(own.client, id);
  assert.equal(await textInArchive(archiveOf(server.dataDir, safety as Backup), 'database.sql'), 'later rows');

  await databaseContent.write(server.dataDir, id, 'rows of now');
  await restored({ restore_db_files: false });
  assert.equal(await now(id), 'rows of now');
  assert.match(await shown(), new RegExp(kept));

  assert.deepEqual(await restored({}), [
    ...['fetch', 'pack', 'store', 'verify', 'prune', 'database', 'release', 'swap', 'publish', 'answer', 'tidy'],
  ]);
  assert.equal(await now(id), 'first rows');
  assert.equal((await databaseContent.read(server.dataDir, id)).before, undefined);
});

test('a database that was deleted comes back with a restore, and its release without it', async () => {
  const { own, id, fqdn, backup } = await changedShop('again');
  assert.equal((await own.client.send('DELETE', `/nucal/app/${id}/db`)).status, 200);
  await idle(own, id);
  const without = await backUp(own.client, fqdn, 'Without');
  assert.equal(without.database, null);
  const refused = await own.client.post<{ code: string; fields: Record<string, string> }>('/backup/restore', {
    ...{ id: without.id, restore_files: false },
  });
  assert.equal(refused.body.code, 'VALIDATION', refused.text);
  assert.equal((await finished(own.client, '/backup/restore', { id: without.id })).status, 'succeeded');
  const missing = (await own.client.get<AppDatabaseState>(`/nucal/app/${id}/db`)).body.database;
  assert.equal(missing, null);
  assert.equal((await finished(own.client, '/backup/restore', { id: backup.id })).status, 'succeeded');
  const { database } = (await own.client.get<AppDatabaseState>(`/nucal/app/${id}/db`)).body;
  assert.deepEqual([database?.status, database?.error], ['ready', null]);
  assert.equal(await now(id), 'first rows');
});

test('a dump that cannot be restored, and a cancelled restore, leave release and database as they are', async () => {
  const { own, id, backup, later, shown } = await changedShop('refused', DAMAGED_CONTENT);
  const failed = await finished(own.client, '/backup/restore', { id: backup.id });
  assert.equal(failed.status, 'failed');
  assert.match(failed.error?.message ?? '', /could not restore the database/);
  assert.deepEqual([await now(id), (await shown()).includes(later)], ['later rows', true]);
  const { database } = (await own.client.get<AppDatabaseState>(`/nucal/app/${id}/db`)).body;
  assert.equal(database?.status, 'ready');

  const fine = await backUp(own.client, (await own.app(id)).fqdn, 'Fine');
  const hold = path.join(server.dataDir, FAKE_DATABASES, 'hold-after');
  await writeFile(hold, '');
  const { task_id } = (await own.client.post<{ task_id: string }>('/backup/restore', { id: fine.id })).body;
  await until('the database is filled', async () =>
    (await databaseContent.read(server.dataDir, id)).next === undefined ? undefined : true,
  );
  assert.equal((await own.client.post(`/task/${task_id}/cancel`)).status, 200);
  await rm(hold);
  await idle(own, id);
  assert.deepEqual(await databaseContent.read(server.dataDir, id), { now: 'later rows' });
  assert.ok((await shown()).includes(later));
});

test('a backup with a database is tested with a copy of it, and one whose rows cannot be restored has failed', async () => {
  const { own, id, backup } = await changedShop('proven');
  const task = await finished(own.client, '/backup/prove', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  const { proof } = await backupById(own.client, backup.id);
  assert.ok(
    proof?.checks.some(({ ok, detail }) => ok && detail === 'first rows'),
    JSON.stringify(proof),
  );
  assert.equal(await now(id), 'later rows');

  await databaseContent.write(server.dataDir, id, DAMAGED_CONTENT);
  const bad = await backUp(own.client, (await own.app(id)).fqdn, 'Bad');
  assert.equal((await finished(own.client, '/backup/prove', { id: bad.id })).status, 'failed');
  assert.equal((await backupById(own.client, bad.id)).proof?.ok, false);
});

test('the newest backup of an application with a database is tested again when its proof is old', async () => {
  const { id, own, backup } = await changedShop('again-proven');
  const past = new Date(Date.now() - 30 * 86_400_000);
  const proving = await until('the proof', async () => {
    const made = { createdAt: past, proofAskedAt: past };
    await server.db.update(backupTable).set(made).where(eq(backupTable.workloadId, id));
    await server.db.update(workload).set({ proofLookAt: past }).where(eq(workload.id, id));
    return proveAgain({ ...server.app, config: { ...server.app.config, backupProofDays: 7 } });
  });
  await server.app.tasks.waitFor(proving);
  assert.equal((await backupById(own.client, backup.id)).proof?.ok, true);
});

test('a damaged archive is refused before anything is replaced, and others find nothing', async () => {
  const { own, id, backup } = await changedShop('damaged');
  for (const other of [await appTenant(server, {}, own.partner), await appTenant(server)])
    assert.equal((await other.client.post('/backup/restore', { id: backup.id, restore_files: false })).status, 404);
  const archive = archiveOf(server.dataDir, backup);
  await writeFile(archive, Buffer.alloc((await stat(archive)).size, 1));
  const task = await finished(own.client, '/backup/restore', { id: backup.id, restore_files: false });
  assert.deepEqual([task.status, task.error?.code], ['failed', 'BACKUP_DAMAGED']);
  assert.equal(await now(id), 'later rows');
});
