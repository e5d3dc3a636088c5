import type { Notification, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MB } from '../../src/disk/free-space.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { archiveOf, backUp, backupById, siteFile } from '../backup/backup-support.ts';
import { ended, readySite, tenant, visit } from '../site/site-support.ts';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from './small-disk.ts';

const CONTENT_BYTES = 12 * MB;
/** Less than the archive, so that it breaks off in its midst. */
const LEFT_BYTES = 4 * MB;

/** Where a backup is written: the archive of the task, then its copy in the storage. The database has another disk. */
const PLACES = [
  { folder: 'backup-work', step: 'pack', failure: 'We could not back up the site.' },
  { folder: 'backups', step: 'store', failure: 'We could not store the backup.' },
];

describe('a backup for which the disk is too small', { skip: NO_SMALL_DISK }, () => {
  let server: TestServer;
  let disk: SmallDisk;
  before(async () => {
    server = await startTestServer();
    disk = mountSmallDisk(32);
  });
  after(async () => {
    await server?.stop();
    disk?.unmount();
  });

  /** All files below a folder. */
  const files = async (folder: string): Promise<string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  for (const { folder, step, failure } of PLACES) {
    test(`it fails in “${step}” with a reason, gives its space back, and works once there is room`, async (context) => {
      const mine = await tenant(server);
      const { site_id: id, fqdn } = await readySite(mine, step);
      await writeFile(siteFile(server.dataDir, id, 'random.bin'), randomBytes(CONTENT_BYTES));
      const place = path.join(server.dataDir, folder);
      await mkdir(path.join(disk.folder, folder), { mode: 0o711 });
      await rm(place, { recursive: true, force: true });
      await symlink(path.join(disk.folder, folder), place);
      context.after(() => rm(place));

      disk.fill(LEFT_BYTES);
      const free = disk.freeBytes();
      const started = await mine.client.post<{ id: string; task_id: string }>('/backup', { site_fqdn: fqdn });
      assert.equal(started.status, 200, started.text);
      const task = await ended(mine.client, started.body.task_id);
      const message = `${failure} There is no space left on the server. Contact support.`;
      assert.deepEqual([task.status, task.error?.code, task.error?.message], ['failed', 'DISK_FULL', message]);
      assert.equal(task.steps.find(({ state }) => state === 'failed')?.name, step);
      const { status, error, size, sha256 } = await backupById(mine.client, started.body.id);
      assert.deepEqual([status, error, size, sha256], ['failed', message, null, null]);
      const { body } = await mine.client.get<Page<Notification>>('/notification?pageSize=1');
      assert.deepEqual(
        body.pageElements.map(({ type, description }) => [type, description.endsWith(message)]),
        [['backup_failed', true]],
      );

      await until('the space to be given back', async () => disk.freeBytes() >= free);
      assert.deepEqual(await files(path.join(disk.folder, folder)), []);
      assert.deepEqual(await files(path.join(server.dataDir, 'backup-work')), []);
      const leftovers = (await readdir(path.join(server.dataDir, 'sites', id))).filter((name) =>
        name.startsWith('temp'),
      );
      assert.deepEqual(leftovers, []);
      assert.equal((await visit(server, fqdn)).status, 200);

      disk.empty();
      const next = await backUp(mine.client, fqdn);
      assert.ok((next.size ?? 0) > CONTENT_BYTES);
      assert.deepEqual(await files(path.dirname(archiveOf(server.dataDir, next))), ['archive.tar.gz', 'manifest.json']);
    });
  }
});
