import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { discardedFolder } from '../../src/db/schema.ts';
import { discardFolder } from '../../src/storage/discarded.repo.ts';
import { sweepDiscarded } from '../../src/storage/discarded.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { archiveOf, changedSite } from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const discarded = (folder: string) =>
  server.db.select().from(discardedFolder).where(eq(discardedFolder.folder, folder));

const age = (folder: string, to = new Date(0)) =>
  server.db.update(discardedFolder).set({ createdAt: to }).where(eq(discardedFolder.folder, folder));

test('a backup is deleted while the storage cannot be used; a sweep removes its archive later', async () => {
  const { client, site, backup } = await changedSite(server, 'away');
  const folder = `${site.site_id}/${backup.id}`;
  const archive = archiveOf(server.dataDir, backup);
  const place = path.join(server.dataDir, 'backups', site.site_id);
  await rename(place, `${place}.unmounted`);
  await writeFile(place, 'in the way');
  assert.equal((await client.delete(`/backup/${backup.id}`)).status, 200);
  assert.equal((await client.get(`/backup/${backup.id}`)).status, 404);
  assert.equal((await discarded(folder)).length, 1);
  await age(folder);
  // A later one is not kept by it.
  await server.db.transaction((tx) => discardFolder(tx, 'gone/already'));
  await age('gone/already', new Date(1000));
  await sweepDiscarded(server.app);
  assert.equal((await discarded(folder)).length, 1);
  assert.equal((await discarded('gone/already')).length, 0);

  await rm(place);
  await rename(`${place}.unmounted`, place);
  assert.ok(existsSync(archive));
  await sweepDiscarded(server.app);
  assert.ok(!existsSync(archive));
  assert.equal((await discarded(folder)).length, 0);
});

test('a folder is discarded with the transaction, or not at all', async () => {
  await assert.rejects(
    server.db.transaction(async (tx) => {
      await discardFolder(tx, 'one/rolled-back');
      throw new Error('rolled back');
    }),
    /rolled back/,
  );
  assert.equal((await discarded('one/rolled-back')).length, 0);
});
