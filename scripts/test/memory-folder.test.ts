import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openMemoryFolder } from '../lib/memory-folder.mjs';

const ENOUGH = () => Number.MAX_SAFE_INTEGER;

describe('temporary files of a run in memory', () => {
  test('a run has its own folder, which users of sites can pass, and nothing stays of it', (t) => {
    const opened = openMemoryFolder();
    if (!opened) return t.skip('this machine keeps no files in memory, or has little of it');
    assert.equal(statSync(opened.path).mode & 0o777, 0o711);
    // Unix sockets of sites are up to 70 characters below it.
    assert.ok(opened.path.length <= 34, opened.path);
    writeFileSync(path.join(opened.path, 'file'), 'x');
    opened.remove();
    assert.equal(existsSync(opened.path), false);
  });

  test('what a killed run left behind is removed, the folder of a running one is not', (t) => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const opened = openMemoryFolder();
    if (!opened) return t.skip('this machine keeps no files in memory, or has little of it');
    const parent = mkdtempSync(path.join(opened.path, 'parent-'));
    try {
      const [left, running, foreign] = [`panel-${pid}-abcdef`, `panel-${process.ppid}-abcdef`, 'panel-settings'];
      for (const name of [left, running, foreign]) mkdirSync(path.join(parent, name));
      const next = openMemoryFolder({ folder: parent, freeBytes: ENOUGH });
      assert.ok(next);
      assert.deepEqual(readdirSync(parent).sort(), [path.basename(next.path), running, foreign].sort());
    } finally {
      opened.remove();
    }
  });

  test('there is none on a disk, where memory is short, or without such a folder', (t) => {
    const cache = path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache');
    mkdirSync(cache, { recursive: true });
    const disk = mkdtempSync(path.join(cache, 'disk-'));
    t.after(() => rmSync(disk, { recursive: true }));
    assert.equal(openMemoryFolder({ folder: disk, freeBytes: ENOUGH }), null);
    assert.equal(openMemoryFolder({ freeBytes: () => 1024 ** 3 }), null);
    assert.equal(openMemoryFolder({ folder: path.join(tmpdir(), 'missing'), freeBytes: ENOUGH }), null);
    assert.deepEqual(readdirSync(disk), []);
  });
});
