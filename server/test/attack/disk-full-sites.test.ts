import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MB } from '../../src/disk/free-space.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { nativePhpMissing, openHost, progress, siteSpec, type Host } from '../hosting/hosting-support.ts';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from './small-disk.ts';

/** Less than a site takes that shares its WordPress. */
const LEFT_BYTES = 2 ** 18;
const NATIVE_MISSING = await nativePhpMissing();

describe('operations on sites while the disk is full', { skip: NO_SMALL_DISK || NATIVE_MISSING || false }, () => {
  let disk: SmallDisk;
  let host: Host;
  const [site, copy] = [siteSpec('kept'), siteSpec('copy')];
  const backup = path.join(tmpdir(), `panel-backup-${process.pid}.tar.gz`);
  before(async () => {
    disk = mountSmallDisk(512);
    const dataDir = path.join(disk.folder, 'data');
    await mkdir(dataDir, { mode: 0o711 });
    host = await openHost('native', { dataDir });
    await host.driver.create(site, progress());
    await host.driver.snapshot(site.siteId, backup);
  });
  after(async () => {
    await host?.close();
    disk?.unmount();
    await rm(backup, { force: true });
  });

  const isFull = (error: unknown) => error instanceof HostingError && error.code === 'DISK_FULL';
  const folders = () => readdir(path.join(host.config.dataDir, 'sites'));
  /** Possible leftovers of unfinished work in a folder. */
  const leftIn = async (siteId: string) =>
    (await readdir(path.join(host.config.dataDir, 'sites', siteId)).catch(() => [])).filter((name) =>
      /^work-|^live\.next|\.(\d+-)?[0-9a-f]{12}$/.test(name),
    );
  const looksWell = async () => (await host.driver.verify(site.siteId, site.fqdn)).checks.filter(({ ok }) => !ok);

  const refused: Record<string, () => Promise<void>> = {
    'a creation': () => host.driver.create(copy, progress()),
    'a copy': () => host.driver.clone(site.siteId, copy, progress()),
    'a backup': () => host.driver.snapshot(site.siteId, path.join(host.config.dataDir, 'backups', 'one.tar.gz')),
    'a backup that is put back': () => host.driver.restore(site.siteId, backup),
  };
  for (const [name, work] of Object.entries(refused)) {
    test(`${name} is rejected, leaves nothing behind and the site unchanged`, async () => {
      disk.fill(LEFT_BYTES);
      const free = disk.freeBytes();
      await assert.rejects(work(), isFull);
      assert.ok(disk.freeBytes() >= free - LEFT_BYTES / 4, `${free - disk.freeBytes()} bytes are gone`);
      assert.deepEqual([...(await leftIn(site.siteId)), ...(await leftIn(copy.siteId))], []);
      assert.deepEqual(await readdir(path.join(host.config.dataDir, 'backups')).catch(() => []), []);
      assert.deepEqual(await looksWell(), []);
    });
  }

  test('a backup that breaks off halfway leaves nothing behind, and works once there is room', async () => {
    disk.empty();
    const target = path.join(host.config.dataDir, 'backups', 'half.tar.gz');
    const large = path.join(host.config.dataDir, 'sites', site.siteId, 'live/public/wp-content/large.bin');
    await writeFile(large, randomBytes(48 * MB));
    // Room for the copies of the database, and for a part of the archive.
    disk.fill(32 * MB);
    const free = disk.freeBytes();
    await assert.rejects(host.driver.snapshot(site.siteId, target), isFull);
    assert.ok(disk.freeBytes() >= free - LEFT_BYTES / 4, `${free - disk.freeBytes()} bytes are gone`);
    assert.deepEqual(await leftIn(site.siteId), []);
    assert.deepEqual(await readdir(path.dirname(target)), []);
    assert.deepEqual(await looksWell(), []);
    disk.empty();
    await host.driver.snapshot(site.siteId, target);
    assert.ok((await stat(target)).size > 48 * MB);
    await rm(target);
    await rm(large);
  });

  test('a site can be deleted while it is full, and once there is room everything works again', async () => {
    disk.fill();
    await host.driver.destroy(copy.siteId);
    assert.deepEqual(
      (await folders()).filter((name) => !name.startsWith('.')),
      [site.siteId],
    );
    disk.empty();
    await host.driver.restore(site.siteId, backup);
    await host.driver.clone(site.siteId, copy, progress());
    await host.driver.snapshot(copy.siteId, path.join(host.config.dataDir, 'backups', 'two.tar.gz'));
    assert.deepEqual(await looksWell(), []);
  });
});
