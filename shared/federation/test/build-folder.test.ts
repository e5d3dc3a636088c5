import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { newBuildFolder } from '../src/build-folder.ts';

const HOUR_S = 3600;

test('a build removes the folder of one that was killed long ago, and none of a build in another container', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'panel-build-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  // An id that no process has here may be that of a process elsewhere.
  const elsewhere = `dist.next-${spawnSync(process.execPath, ['--version']).pid}-0a1b2c3d`;
  const killed = `dist.next-${process.pid}-4e5f6071`;
  for (const name of ['dist', elsewhere, killed]) await mkdir(join(parent, name));
  const then = Date.now() / 1000 - 2 * HOUR_S;
  await utimes(join(parent, killed), then, then);
  await utimes(join(parent, 'dist'), then, then);
  const made = basename(await newBuildFolder(join(parent, 'dist')));
  assert.deepEqual((await readdir(parent)).sort(), ['dist', elsewhere, made].sort());
});
