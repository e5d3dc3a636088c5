// On both databases: due-proof.repo.ts.
import type { Notification, Page } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { backup as backupTable } from '../../src/db/schema.ts';
import { proveAgain } from '../../src/modules/backup/prove-again.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { cancelTasks, ended, holdTasks, startSite, tenant, type Tenant } from '../site/site-support.ts';
import { archiveOf, backUp, backupById, changedSite, finished } from './backup-support.ts';

let server: TestServer;
before(async () => {
  // Only these tests start proofs.
  server = await startTestServer({ env: { BACKUP_PROOF_DAYS: 'off' } });
});
after(() => server.stop());

const startDue = () => proveAgain({ ...server.app, config: { ...server.app.config, backupProofDays: 7 } });

/** Moves everything that was seen of a backup into the past. */
const age = (id: string, days: number) =>
  server.db
    .update(backupTable)
    .set({
      createdAt: sql`${backupTable.createdAt} - make_interval(days => ${days})`,
      proofAskedAt: sql`${backupTable.proofAskedAt} - make_interval(days => ${days})`,
      proof: sql`${backupTable.proof} || jsonb_build_object('checked_at', now() - make_interval(days => ${days}))`,
    })
    .where(eq(backupTable.id, id));

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
  assert.equal((await ended(client, await startDue())).status, 'succeeded');
  const { proof } = await backupById(client, backup.id);
  assert.ok(proof?.ok && Date.parse(proof.checked_at) >= before, JSON.stringify(proof));
  assert.equal(await startDue(), null);

  // An older backup is not repeated, and the newest one is proven although nobody asked for it.
  const newest = await backUp(client, mine.site.fqdn);
  await age(backup.id, 30);
  assert.equal(await startDue(), null);
  await age(newest.id, 8);
  assert.equal((await ended(client, await startDue())).status, 'succeeded');
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
  assert.equal((await ended(mine.client, await startDue())).status, 'succeeded');
});

test('a proof that fails is repeated every day; the customer is notified once', async () => {
  const mine = await changedSite(server, 'gone');
  const { client, backup } = mine;
  const file = archiveOf(server.dataDir, backup);
  await rename(file, `${file}.unmounted`);
  await age(backup.id, 8);
  assert.equal((await ended(client, await startDue())).status, 'failed');
  const { proof, status } = await backupById(client, backup.id);
  assert.deepEqual([status, proof?.ok, await failures(mine)], ['succeeded', false, 1]);
  assert.match(proof?.checks[0]?.detail ?? '', /^The storage does not have the archive of this backup now\./);
  assert.equal(await startDue(), null);

  await age(backup.id, 2);
  assert.equal((await ended(client, await startDue())).status, 'failed');
  assert.equal(await failures(mine), 1);
  await rename(`${file}.unmounted`, file);
  await age(backup.id, 2);
  assert.equal((await ended(client, await startDue())).status, 'succeeded');
  assert.equal((await backupById(client, backup.id)).proof?.ok, true);
});
