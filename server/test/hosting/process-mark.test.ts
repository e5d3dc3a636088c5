import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { INSTANCE, markProcess } from '../../src/kernel/process-mark.ts';

const LOCK = path.join(import.meta.dirname, '../../src/lib/file-lock.ts');

test('a process keeps its mark when memory is collected', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mark-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  markProcess(dataDir);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await new Promise(setImmediate);
  collect();
  const file = path.join(dataDir, 'processes', `${INSTANCE}.lock`);
  const script = `const { isLocked, lockFile } = await import(${JSON.stringify(LOCK)});
    try { lockFile(${JSON.stringify(file)}); console.log('free'); } catch (error) { console.log(isLocked(error) ? 'held' : error); }`;
  const other = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  assert.equal(other.stdout.trim(), 'held', other.stderr);
});
