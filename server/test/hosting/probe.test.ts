import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sweep } from '../../src/hosting/local/site-folder.ts';
import { withProbeFolder, worksAtLast } from '../../src/hosting/process/probe.ts';

test('a start removes the probes of ended processes, and leaves those in use', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-probe-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const sites = path.join(dataDir, 'sites');
  for (const name of [
    `.probe-${gone}-aaaaaa`,
    `.probe-${process.ppid}-bbbbbb`,
    `.probe-${process.pid}-cccccc`,
    '.probe-dddddd',
    '.trash-site-eeeeee',
  ])
    await mkdir(path.join(sites, name), { recursive: true });
  await withProbeFolder(dataDir, async (folder) => {
    await sweep(dataDir);
    assert.deepEqual((await readdir(sites)).sort(), [path.basename(folder), `.probe-${process.ppid}-bbbbbb`].sort());
  });
  assert.deepEqual(await readdir(sites), [`.probe-${process.ppid}-bbbbbb`]);
});

test('a slow sandbox is tried again, with more time', async () => {
  const given: number[] = [];
  const lateUntil = (attempt: number) => worksAtLast(async (deadlineMs) => given.push(deadlineMs) >= attempt);
  assert.equal(await lateUntil(3), true);
  assert.deepEqual(
    given,
    [...given].sort((a, b) => a - b),
  );
  given.length = 0;
  assert.equal(await lateUntil(9), false);
  assert.equal(given.length, 3);
});
