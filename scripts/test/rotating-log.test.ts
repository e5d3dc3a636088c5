import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { createRotatingLog } from '../lib/rotating-log.mjs';

const folders: string[] = [];
const mounts: string[] = [];
const temporary = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-log-'));
  folders.push(folder);
  return folder;
};
after(() => {
  for (const mount of mounts) execFileSync('umount', ['--lazy', mount]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const modeOf = (file: string) => statSync(file).mode & 0o777;
const partsOf = (dataDir: string) => readdirSync(path.join(dataDir, 'logs')).sort();

test('all parts of the log together stay within the limit, with the newest lines', () => {
  const dataDir = temporary();
  const log = createRotatingLog(dataDir, 50_000);
  for (let i = 0; i < 5000; i += 1) log.add(JSON.stringify({ i, text: 'x'.repeat(80) }));
  const bytes = partsOf(dataDir).reduce((sum, name) => sum + statSync(path.join(dataDir, 'logs', name)).size, 0);
  assert.ok(bytes <= 50_000, `${bytes} bytes`);
  assert.deepEqual(partsOf(dataDir), ['panel.log', 'panel.log.1', 'panel.log.2', 'panel.log.3', 'panel.log.4']);
  const text = [...partsOf(dataDir)]
    .reverse()
    .map((name) => readFileSync(path.join(dataDir, 'logs', name), 'utf8'))
    .join('');
  const numbers = text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { i: number }).i);
  assert.equal(numbers.at(-1), 4999);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => (numbers[0] ?? 0) + at),
    'in order and without a gap',
  );
});

test('only its user can read it, even if an older start left it open', () => {
  const dataDir = temporary();
  mkdirSync(path.join(dataDir, 'logs'));
  chmodSync(path.join(dataDir, 'logs'), 0o755);
  writeFileSync(path.join(dataDir, 'logs', 'panel.log'), 'before\n', { mode: 0o644 });
  const log = createRotatingLog(dataDir, 1_000_000);
  log.add('after');
  assert.equal(readFileSync(log.file, 'utf8'), 'before\nafter\n');
  assert.deepEqual([modeOf(log.file), modeOf(path.dirname(log.file))], [0o600, 0o700]);
});

test('a line without an end is cut', () => {
  const log = createRotatingLog(temporary(), 1_000_000);
  log.add('x'.repeat(500_000));
  assert.ok(statSync(log.file).size < 20_000);
});

test('lines are buffered until there is a data folder', () => {
  const dataDir = path.join(temporary(), 'data');
  const log = createRotatingLog(dataDir, 1_000_000);
  log.add('one');
  assert.ok(!existsSync(dataDir));
  mkdirSync(dataDir);
  log.add('two');
  assert.equal(readFileSync(log.file, 'utf8'), 'one\ntwo\n');
});

test(
  'on a full disk lines are dropped and counted, and the next one that fits reports how many',
  { skip: process.getuid?.() !== 0 && 'only root may mount a small disk' },
  () => {
    const dataDir = temporary();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir]);
    mounts.push(dataDir);
    const log = createRotatingLog(dataDir, 50_000_000);
    log.add('first');
    const filler = path.join(dataDir, 'filler');
    try {
      writeFileSync(filler, Buffer.alloc(2_000_000));
      assert.fail('the disk is larger than it should be');
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
    // The remaining space on the log's current page still fits.
    for (let i = 0; i < 1000; i += 1) log.add(`lost ${i} ${'x'.repeat(100)}`);
    rmSync(filler);
    log.add('last');
    const lines = readFileSync(log.file, 'utf8').trimEnd().split('\n');
    const said = JSON.parse(lines.at(-2) ?? '') as { dropped: number; reason: string };
    assert.equal(lines.at(-1), 'last');
    assert.equal(said.reason, 'ENOSPC');
    assert.equal(said.dropped + lines.filter((line) => line.startsWith('lost')).length, 1000);
    assert.ok(said.dropped > 900);
  },
);
