import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openRunFolder } from '../../src/hosting/process/run-folder.ts';

test('sockets lie in the data folder, closed to others; leftovers of ended processes are removed', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'run-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const gone = spawnSync(process.execPath, ['--eval', '']).pid;
  await mkdir(path.join(dataDir, 'run', `${gone}-abcdef`), { recursive: true });
  await mkdir(path.join(dataDir, 'run', `${process.ppid}-abcdef`));
  const run = await openRunFolder(dataDir);
  const folder = await run.folder();
  assert.equal((await stat(path.join(dataDir, 'run'))).mode & 0o777, 0o700);
  assert.ok(folder.startsWith(path.join(dataDir, 'run', `${process.pid}-`)));
  await run.close();
  assert.deepEqual(await readdir(path.join(dataDir, 'run')), [`${process.ppid}-abcdef`]);
});

test('a data folder with a long path keeps them elsewhere, within the maximum length of a socket’s path', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), `long-${'x'.repeat(90)}`));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const run = await openRunFolder(dataDir);
  t.after(() => run.close());
  const folder = await run.folder();
  assert.ok(Buffer.byteLength(path.join(folder, 'egress.sock')) <= 107, folder);
  assert.equal((await stat(path.dirname(folder))).mode & 0o777, 0o700);
});
