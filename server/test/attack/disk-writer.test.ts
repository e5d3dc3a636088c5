import assert from 'node:assert/strict';
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { watchDisk, type DiskReserve } from '../../src/disk/disk-reserve.ts';
import { createLocalDriver, type HostingDriver } from '../../src/hosting/index.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { edgeSite, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { nativePhpMissing, openHost, progress, siteSpec, until, type Host } from '../hosting/hosting-support.ts';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from './small-disk.ts';

const QUOTA_MB = 300;
const DISK_MB = 2048;
const NATIVE_MISSING = await nativePhpMissing();
/** Writes about 500 MB a second, in files of the maximum size. */
const WRITER = `set_time_limit(0); ignore_user_abort(true); $block = str_repeat('x', 5 * 1024 * 1024);
for ($i = 0; $i < 400; $i++) { $f = @fopen(__DIR__ . '/part-' . intdiv($i, 40), 'a'); if (!$f || @fwrite($f, $block) < strlen($block)) { break; } fclose($f); usleep(10000); }`;
/** The same into deleted files that stay open. */
const HIDDEN_WRITER = `set_time_limit(0); ignore_user_abort(true); $block = str_repeat('x', 5 * 1024 * 1024); $open = array();
for ($i = 0; $i < 400; $i++) { if ($i % 40 === 0) { $f = fopen(__DIR__ . '/hidden', 'w'); unlink(__DIR__ . '/hidden'); $open[] = $f; } if (@fwrite($f, $block) < strlen($block)) { break; } usleep(10000); }`;

describe('a site that writes as fast as it can', { skip: NO_SMALL_DISK || NATIVE_MISSING || false }, () => {
  let disk: SmallDisk;
  let host: Host;
  let driver: HostingDriver;
  let bench: EdgeBench;
  let watch: DiskReserve;
  const hits: string[] = [];
  const [writer, hider, neighbour] = [siteSpec('writer'), siteSpec('hider'), siteSpec('beside')];
  before(async () => {
    disk = mountSmallDisk(DISK_MB);
    const dataDir = path.join(disk.folder, 'data');
    await mkdir(dataDir, { mode: 0o711 });
    host = await openHost('native', { dataDir });
    // The small disk is memory, which the kernel counts for the site that writes: with the memory of a plan it would be
    // ended for that, before it is measured.
    const plan = { ...limitsOfPlan('FREE').site, diskMb: QUOTA_MB, memoryMb: 2 * DISK_MB };
    driver = await createLocalDriver({
      config: host.config,
      runtime: host.runtime,
      limitsOf: async () => plan,
      limits: { hit: (siteId, kind) => void hits.push(`${siteId} ${kind}`) },
    });
    bench = await openEdge(driver);
    await driver.create(writer, progress());
    for (const copy of [hider, neighbour]) await driver.clone(writer.siteId, copy, progress());
    for (const { siteId, fqdn } of [writer, hider, neighbour]) bench.sites.set(fqdn, edgeSite(siteId, fqdn));
    watch = watchDisk({ dataDir, reserveMb: 100, log: { info: () => undefined, warn: () => undefined } });
    watch.onLook((freeBytes, reserveBytes) => void driver.diskLooked?.(freeBytes, reserveBytes));
  });
  after(async () => {
    await watch?.close();
    await bench?.close();
    await driver?.stopAll();
    await host?.close();
    disk?.unmount();
  });

  const plant = async (siteId: string, name: string, php: string): Promise<string> => {
    const { publicDir } = siteFolder(host.config.dataDir, siteId);
    const { uid, gid } = await stat(publicDir);
    await writeFile(path.join(publicDir, name), `<?php\n${php}\n`);
    await chown(path.join(publicDir, name), uid, gid);
    return `/${name}`;
  };
  const canWrite = async ({ siteId, fqdn }: { siteId: string; fqdn: string }) =>
    (
      await bench.ask(`${fqdn}:8099`, {
        path: await plant(siteId, 'write.php', `echo json_encode(@file_put_contents(__DIR__ . '/more.txt', 'more'));`),
      })
    ).body;

  for (const [name, hostile, php] of [
    ['into files', writer, WRITER],
    ['into files that it has deleted', hider, HIDDEN_WRITER],
  ] as const) {
    test(`${name} loses the right to write before the disk is full`, async () => {
      hits.length = 0;
      assert.equal(await canWrite(hostile), '4');
      let least = disk.freeBytes();
      const writing = bench
        .ask(`${hostile.fqdn}:8099`, { path: await plant(hostile.siteId, 'writer.php', php) })
        .catch(() => null);
      await until('the site to meet its limit', () => {
        least = Math.min(least, disk.freeBytes());
        return hits.includes(`${hostile.siteId} disk`);
      });
      await writing;
      assert.ok(least > 0, 'the disk was full');
      assert.equal(await canWrite(neighbour), '4');
      // The next writer starts with the same free space.
      const { publicDir } = siteFolder(host.config.dataDir, hostile.siteId);
      for (const file of await readdir(publicDir)) if (file.startsWith('part-')) await rm(path.join(publicDir, file));
    });
  }
});
