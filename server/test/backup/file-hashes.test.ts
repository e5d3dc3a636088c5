import type { Backup } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { backup as backupTable } from '../../src/db/schema.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant } from '../site/site-support.ts';
import { archiveOf, backUp, backupById, changedSite, finished, siteFile } from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

/** Replaces an archive by one whose own SHA-256 is recorded, as if it had been packed like this. */
async function repack(backup: Backup, change: (tar: Buffer) => Buffer): Promise<void> {
  const file = archiveOf(server.dataDir, backup);
  const bytes = gzipSync(change(gunzipSync(await readFile(file))));
  await writeFile(file, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await server.app.db.update(backupTable).set({ sha256, size: bytes.length }).where(eq(backupTable.id, backup.id));
}

test('the file in which an archive is damaged is named', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'photos');
  const photo = randomBytes(300_000);
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
    await writeFile(siteFile(server.dataDir, site.site_id, name), name === 'b.jpg' ? photo : randomBytes(300_000));
  const backup = await backUp(mine.client, site.fqdn);
  const file = archiveOf(server.dataDir, backup);
  const bytes = await readFile(file);
  const at = bytes.indexOf(photo.subarray(150_000, 150_032)) + 16;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  await writeFile(file, bytes);

  const task = await finished(mine.client, '/backup/restore', { id: backup.id });
  assert.equal(task.error?.code, 'BACKUP_DAMAGED');
  assert.match(task.error?.message ?? '', /it is not what was stored \(public\/b\.jpg\)\. Nothing was restored\./);
  const { status, error } = await backupById(mine.client, backup.id);
  assert.deepEqual(
    [status, error],
    ['failed', 'The archive is damaged: it is not what was stored. Damaged: public/b.jpg.'],
  );
});

test('a file that differs from its recorded hash is neither restored nor proven', async () => {
  const { client, backup, content } = await changedSite(server, 'rotten');
  await repack(backup, (tar) => {
    tar.write('f1rst', tar.indexOf('first\0\0\0'));
    return tar;
  });
  const proof = await finished(client, '/backup/prove', { id: backup.id });
  assert.deepEqual([proof.status, proof.error?.code], ['failed', 'INTEGRITY_MISMATCH']);
  assert.match(proof.error?.message ?? '', /not what was stored: public\/page\.html\./);
  const task = await finished(client, '/backup/restore', { id: backup.id });
  assert.deepEqual([task.status, task.error?.code], ['failed', 'INTEGRITY_MISMATCH']);
  assert.match(task.error?.message ?? '', /not what was stored: public\/page\.html\. Nothing was restored\./);
  assert.equal(await content(), 'second');
});

test('the evidence of a proof has the number of compared files', async () => {
  const { client, backup } = await changedSite(server, 'compared');
  assert.equal((await finished(client, '/backup/prove', { id: backup.id })).status, 'succeeded');
  const { proof } = await backupById(client, backup.id);
  assert.deepEqual(proof?.checks[0], { name: 'Every file has its recorded SHA-256', ok: true, detail: '2 files' });
});

test('an archive from before there was a list restores', async () => {
  const { client, backup, content } = await changedSite(server, 'older');
  await repack(backup, (tar) =>
    Buffer.concat([tar.subarray(0, tar.indexOf('panel-hashes.jsonl')), Buffer.alloc(1024)]),
  );
  assert.equal((await finished(client, '/backup/restore', { id: backup.id })).status, 'succeeded');
  assert.equal(await content(), 'first');
});
