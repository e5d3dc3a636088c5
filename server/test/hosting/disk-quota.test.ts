import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import type { Usage } from '../../src/hosting/driver.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { createDiskQuota } from '../../src/hosting/limits/disk-quota.ts';
import { heldBytes } from '../../src/hosting/limits/held-bytes.ts';

const MB = 2 ** 20;
const RESERVE = 1000 * MB;
const plan = { ...limitsOfPlan('FREE').site, diskMb: 100, fileSizeMb: 50 };

/**
 * Sites whose sizes a test sets, in MB or in full; null is a failing measurement. All run, unless the test lists
 * those that do.
 */
function bench(sizes: Record<string, number | Usage | null>, running: () => string[] = () => Object.keys(sizes)) {
  const stopped: string[] = [];
  const hits: string[] = [];
  let time = 0;
  const quota = createDiskQuota({
    running,
    measure: async (siteId) => {
      const size = sizes[siteId];
      if (size === undefined) return null;
      if (size === null) throw new Error('The site was not measured.');
      return typeof size === 'number' ? { bytes: size * MB, files: 10, complete: true } : size;
    },
    limitsOf: async () => plan,
    stop: async (siteId) => void stopped.push(siteId),
    limits: { hit: (siteId, kind) => void hits.push(`${siteId} ${kind}`) },
    log: () => undefined,
    now: () => time,
  });
  return {
    quota,
    sizes,
    stopped,
    hits,
    later: (ms: number) => void (time += ms),
    fileSize: (siteId: string) => quota.limitsNow(siteId, plan).fileSizeMb,
  };
}

test('sites are measured every minute, and immediately when the free space dropped', async () => {
  const { quota, sizes, stopped, hits, later, fileSize } = bench({ a: 50, b: 50 });
  await quota.looked(9000 * MB, RESERVE);
  sizes['a'] = 120;
  await quota.looked(8980 * MB, RESERVE);
  assert.deepEqual(stopped, [], 'nothing fell by 64 MB');
  await quota.looked(8900 * MB, RESERVE);
  assert.deepEqual([stopped, hits], [['a'], ['a disk']]);
  assert.deepEqual([fileSize('a'), fileSize('b')], [0, 50]);
  sizes['b'] = 101;
  later(60_001);
  await quota.looked(8900 * MB, RESERVE);
  assert.deepEqual(stopped, ['a', 'b']);
});

test('space that is freed meanwhile does not hide later writes', async () => {
  const { quota, sizes, stopped } = bench({ a: 50 });
  await quota.looked(2000 * MB, RESERVE);
  await quota.looked(5000 * MB, RESERVE);
  sizes['a'] = 120;
  await quota.looked(4900 * MB, RESERVE);
  assert.deepEqual(stopped, ['a']);
});

test('a site can write again below 95 % of its quota', async () => {
  const { quota, sizes, stopped, later, fileSize } = bench({ a: 101 });
  await quota.looked(9000 * MB, RESERVE);
  for (const [size, expected] of [
    [96, 0],
    [94, 50],
  ] as const) {
    sizes['a'] = size;
    later(60_001);
    await quota.looked(9000 * MB, RESERVE);
    assert.equal(fileSize('a'), expected, `${size} MB`);
  }
  assert.deepEqual(stopped, ['a', 'a']);
});

test('below the reserve growing sites lose the right to write, the fastest first, until there is room again', async () => {
  const { quota, sizes, stopped, hits, later, fileSize } = bench({ quiet: 10, slow: 10, fast: 10 });
  await quota.looked(1500 * MB, RESERVE);
  Object.assign(sizes, { slow: 40, fast: 80 });
  await quota.looked(900 * MB, RESERVE);
  assert.deepEqual(stopped, ['fast', 'slow']);
  assert.deepEqual(hits, ['fast disk', 'slow disk']);
  assert.equal(fileSize('quiet'), 50);
  later(60_001);
  await quota.looked(2000 * MB, RESERVE);
  assert.deepEqual([fileSize('fast'), fileSize('slow')], [50, 50]);
});

test('one that still grows is stopped', async () => {
  const { quota, sizes, later, fileSize } = bench({ a: 101 });
  await quota.looked(9000 * MB, RESERVE);
  sizes['a'] = 120;
  later(60_001);
  await quota.looked(9000 * MB, RESERVE);
  assert.throws(
    () => fileSize('a'),
    (error: unknown) => error instanceof HostingError && error.code === 'DISK_FULL',
  );
  quota.forget('a');
  assert.equal(fileSize('a'), 50);
});

const small = { bytes: MB, files: 10, complete: true };
const isStopped = (error: unknown) => error instanceof HostingError && error.code === 'DISK_FULL';

test('a site that cannot be measured in full counts as over its quota, until it can', async () => {
  const { quota, sizes, hits, later, fileSize } = bench({ a: { ...small, complete: false } });
  await quota.looked(9000 * MB, RESERVE);
  assert.deepEqual([fileSize('a'), hits], [0, ['a disk']]);
  later(60_001);
  await quota.looked(900 * MB, RESERVE);
  assert.throws(() => fileSize('a'), isStopped, 'nobody knows that it did not fill the disk');
  sizes['a'] = small;
  later(60_001);
  await quota.looked(9000 * MB, RESERVE);
  assert.equal(fileSize('a'), 50);
});

test('files and folders are limited like bytes, and a site that keeps creating them is stopped', async () => {
  const { quota, sizes, hits, later, fileSize } = bench({
    a: { ...small, files: plan.maxFiles },
    b: { ...small, files: plan.maxFiles + 1 },
  });
  await quota.looked(9000 * MB, RESERVE);
  assert.deepEqual([fileSize('a'), fileSize('b'), hits], [50, 0, ['b disk']]);
  sizes['b'] = { ...small, files: plan.maxFiles + 20_000 };
  later(60_001);
  await quota.looked(9000 * MB, RESERVE);
  assert.throws(() => fileSize('b'), isStopped);
});

test('a measurement that fails twice in a row counts as over quota, and twice more as growth', async () => {
  const { quota, sizes, later, fileSize } = bench({ a: null, b: 10 });
  const look = () => (later(60_001), quota.looked(9000 * MB, RESERVE));
  await look();
  assert.equal(fileSize('a'), 50);
  await look();
  assert.deepEqual([fileSize('a'), fileSize('b')], [0, 50]);
  sizes['a'] = 120;
  await look();
  assert.equal(fileSize('a'), 0, 'its first size is no growth');
  for (let times = 0; times < 4; times += 1) {
    sizes['a'] = null;
    await look();
  }
  assert.throws(() => fileSize('a'), isStopped);
});

test('a site that ran since the last check is measured, even if it has ended', async () => {
  const run: string[] = [];
  const { quota, sizes, later, hits } = bench({ served: 120, command: 120, quiet: 120, running: 10 }, () => run);
  quota.limitsNow('served', plan);
  quota.ran('command');
  run.push('running');
  await quota.looked(9000 * MB, RESERVE);
  assert.deepEqual(hits, ['served disk', 'command disk']);
  run.pop();
  sizes['running'] = 120;
  later(60_001);
  await quota.looked(9000 * MB, RESERVE);
  assert.deepEqual(hits, ['served disk', 'command disk', 'running disk']);
});

test('sites are measured immediately when inodes are used up, and below their reserve a site that creates files loses the right to write', async () => {
  const { quota, sizes, hits, fileSize } = bench({ a: small, b: small });
  await quota.looked(9000 * MB, RESERVE, { free: 200_000, reserve: 100_000 });
  sizes['a'] = { ...small, files: 90_000 };
  await quota.looked(9000 * MB, RESERVE, { free: 99_000, reserve: 100_000 });
  assert.deepEqual([fileSize('a'), fileSize('b'), hits], [0, 50, ['a disk']]);
});

test('a deleted file that is still open counts', { skip: process.platform !== 'linux' && 'needs /proc' }, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-held-'));
  const name = path.join(folder, 'held');
  const file = openSync(name, 'w');
  try {
    const before = await heldBytes(process.pid);
    writeSync(file, Buffer.alloc(MB, 1));
    unlinkSync(name);
    assert.ok((await heldBytes(process.pid)) >= before + MB);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
});
