import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { watchDisk } from '../../src/disk/disk-reserve.ts';
import { until } from '../hosting/hosting-support.ts';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from './small-disk.ts';

const INODES = 1000;

describe('a disk with free bytes but few inodes', { skip: NO_SMALL_DISK }, () => {
  let disk: SmallDisk;
  before(() => {
    disk = mountSmallDisk(64);
    execFileSync('mount', ['-o', `remount,nr_inodes=${INODES}`, disk.folder], { stdio: 'pipe' });
  });
  after(() => disk?.unmount());

  test('is low below a tenth of them, and every measurement reports it', async () => {
    const watch = watchDisk({
      dataDir: disk.folder,
      reserveMb: 1,
      log: { info: () => undefined, warn: () => undefined },
    });
    try {
      let seen = { free: Infinity, reserve: 0 };
      watch.onLook((_freeBytes, _reserveBytes, inodes) => void (seen = inodes));
      assert.equal(await watch.isLow(), false);
      const folder = path.join(disk.folder, 'many');
      mkdirSync(folder);
      for (let i = 0; i < INODES * 0.95; i += 1) mkdirSync(path.join(folder, String(i)));
      assert.equal(await watch.isLow(), true);
      await until('a look that sees it', () => seen.free < seen.reserve && seen.reserve === INODES / 10);
      rmSync(folder, { recursive: true });
      assert.equal(await watch.isLow(), false);
    } finally {
      await watch.close();
    }
  });
});
