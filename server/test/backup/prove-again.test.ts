import type { Notification, Page, Site, Task } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { backup as backupTable, workload as siteTable } from '../../src/db/schema.ts';
import { proveAgain } from '../../src/modules/backup/prove-again.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { cancelTasks, holdTasks, startSite, tenant, type Tenant } from '../site/site-support.ts';
import { archiveOf, backUp, backupById, changedSite, finished, siteFile } from './backup-support.ts';

let server: TestServer;
before(async () => {
  // Only these tests start proofs.
  server = await startTestServer({ env: { BACKUP_PROOF_DAYS: 'off' } });
});
after(() => server.stop());

const startDue = () => proveAgain({ ...server.app, config: { ...server.app.config, backupProofDays: 7 } });

/** Starts the proof that is due, which is a task of the installation, and waits for its end. */
const proven = async (): Promise<Task> => server.app.tasks.waitFor(String(await startDue()));

/** Moves everything that was seen of a backup into the past, and the next look at its site. */
async function age(id: string, days: number): Promise<void> {
  const interval = sql`make_interval(mins => ${Math.round(days * 24 * 60)})`;
  const [row] = await server.db
    .update(backupTable)
    .set({
      createdAt: sql`${backupTable.createdAt} - ${interval}`,
      proofAskedAt: sql`${backupTable.proofAskedAt} - ${interval}`,
      proof: sql`${backupTable.proof} || jsonb_build_object('checked_at', now() - ${interval})`,
      proofMissed: sql`${backupTable.proofMissed} || jsonb_build_object('at', now() - ${interval})`,
    })
    .where(eq(backupTable.id, id))
    .returning();
  await server.db
    .update(siteTable)
    .set({ proofLookAt: sql`${siteTable.proofLookAt} - ${interval}` })
    .where(eq(siteTable.id, String(row?.workloadId)));
}

const failures = async ({ client }: Tenant) =>
  (await client.get<Page<Notification>>('/notification')).body.pageElements.filter(
    ({ type }) => type === 'backup_failed',
  ).length;

test('the newest backup of a site is proven again once its proof is a week old, and not before', async () => {
  const mine = await changedSite(server, 'bakery');
  const { client, backup } = mine;
  assert.equal((await finished(client, '/backup/prove', { id: backup.id })).status, 'succeeded');
  await age(backup.id, 6);
  assert.equal(await startDue(), null);
  await age(backup.id, 8);
  const before = Date.now();
  assert.equal((await proven()).status, 'succeeded');
  const { proof } = await backupById(client, backup.id);
  assert.ok(proof?.ok && Date.parse(proof.checked_at) >= before, JSON.stringify(proof));
  assert.equal(await startDue(), null);

  // An older backup is not repeated, and the newest one is proven although nobody asked for it.
  const newest = await backUp(client, mine.site.fqdn);
  await age(backup.id, 30);
  assert.equal(await startDue(), null);
  await age(newest.id, 8);
  assert.equal((await proven()).status, 'succeeded');
  assert.equal((await backupById(client, newest.id)).proof?.ok, true);
});

test('it waits while another task waits, and it is off where the operator wants that', async () => {
  const mine = await changedSite(server, 'patient');
  await age(mine.backup.id, 8);
  assert.equal(await proveAgain(server.app), null);
  const busy = await tenant(server);
  const release = await holdTasks(busy);
  const waiting = await startSite(busy, 'waits');
  assert.equal(await startDue(), null);
  await cancelTasks(busy, [waiting]);
  await release();
  assert.equal((await proven()).status, 'succeeded');
});

test('a proof that fails is repeated every day; the customer is notified once', async () => {
  const mine = await changedSite(server, 'silent');
  const { client, site } = mine;
  const page = siteFile(server.dataDir, site.site_id, 'index.html');
  await rename(page, `${page}.kept`);
  const backup = await backUp(client, site.fqdn);
  await age(mine.backup.id, 30);
  await age(backup.id, 8);
  assert.equal((await proven()).status, 'failed');
  const { proof, status } = await backupById(client, backup.id);
  assert.deepEqual([status, proof?.ok, await failures(mine)], ['succeeded', false, 1]);
  assert.equal(await startDue(), null);

  await age(backup.id, 2);
  assert.equal((await proven()).status, 'failed');
  assert.equal(await failures(mine), 1);
  assert.equal((await client.delete(`/site/delete/${site.site_id}`)).status, 200);
});

test('while the storage is away nothing is said about a backup; the proof is repeated within hours', async () => {
  const mine = await changedSite(server, 'away');
  const { client, backup } = mine;
  const file = archiveOf(server.dataDir, backup);
  await rename(file, `${file}.unmounted`);
  await age(backup.id, 8);
  assert.equal((await proven()).status, 'failed');
  const missed = await backupById(client, backup.id);
  assert.deepEqual([missed.status, missed.proof, await failures(mine)], ['succeeded', null, 0]);
  assert.match(String(missed.proof_missed?.detail), /^The storage does not have the archive of this backup now\./);
  assert.equal(await startDue(), null);

  // So is one that the customer started.
  assert.equal((await finished(client, '/backup/prove', { id: backup.id })).status, 'failed');
  assert.equal((await backupById(client, backup.id)).proof, null);

  await rename(`${file}.unmounted`, file);
  await age(backup.id, 2 / 24);
  assert.equal((await proven()).status, 'succeeded');
  const { proof, proof_missed } = await backupById(client, backup.id);
  assert.deepEqual([proof?.ok, proof_missed], [true, null]);
});

test('a proof that started by itself does not keep the customer from the site', async (t) => {
  const mine = await changedSite(server, 'first');
  const { client, site, backup } = mine;
  await age(backup.id, 8);
  const { storage } = server.app;
  const read = storage.read.bind(storage);
  const gate = Promise.withResolvers<void>();
  let held = false;
  t.mock.method(storage, 'read', async (...given: Parameters<typeof read>) => {
    if (!held) {
      held = true;
      await gate.promise;
    }
    return read(...given);
  });
  try {
    const task = String(await startDue());
    await until('the proof to read the archive', async () => held);
    assert.equal((await client.get<Site>(`/site/id/${site.site_id}`)).body.task_id, null);
    await backUp(client, site.fqdn);
    assert.equal((await finished(client, '/backup/prove', { id: backup.id })).status, 'succeeded');
    gate.resolve();
    assert.equal((await server.app.tasks.waitFor(task)).status, 'succeeded');
    assert.equal((await backupById(client, backup.id)).proof?.ok, true);
  } finally {
    gate.resolve();
  }
});

test('a proof of a backup that is deleted meanwhile leaves nothing', async (t) => {
  const mine = await changedSite(server, 'deleted');
  const { client, backup } = mine;
  await age(backup.id, 8);
  const { hosting } = server.app;
  const rehearse = hosting.rehearse.bind(hosting);
  t.mock.method(hosting, 'rehearse', async (...given: Parameters<typeof rehearse>) => {
    assert.equal((await client.delete(`/backup/${backup.id}`)).status, 200);
    return rehearse(...given);
  });
  const task = await proven();
  assert.ok(task.ended_at);
  assert.equal((await client.get(`/backup/${backup.id}`)).status, 404);
  assert.equal(await failures(mine), 0);
});
