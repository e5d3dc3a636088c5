import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { ROOT } from '../lib/paths.mjs';

const MODULE = path.join(ROOT, 'scripts/lib/slow-processor.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'panel-slow-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function run(text: string) {
  const program = `import { slowDown } from ${JSON.stringify(MODULE)};\n${text}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
}

const tried = run('slowDown(4)();');
const skip =
  tried.status === 0 ? false : (tried.stderr.split('\n').find((line) => line.includes('--slow')) ?? 'no cgroup');

describe('a run with a part of the processor', () => {
  test('gets it, with all that it starts, and gives it back', { skip }, () => {
    // A tenth of one processor.
    const { stdout, stderr } = run(`
      import { readFileSync, existsSync } from 'node:fs';
      import { cpus } from 'node:os';
      import { spawnSync } from 'node:child_process';
      const group = () => readFileSync('/proc/self/cgroup', 'utf8').match(/panel-slow-\\d+/)?.[0] ?? null;
      const undo = slowDown(10 * cpus().length);
      const inside = group();
      const child = spawnSync('cat', ['/proc/self/cgroup'], { encoding: 'utf8' }).stdout.includes(inside);
      const [wall, cpu] = [performance.now(), process.cpuUsage()];
      while (process.cpuUsage(cpu).user < 60_000);
      const share = 60 / (performance.now() - wall);
      undo();
      console.log(JSON.stringify({ inside, child, share, after: group() }));`);
    assert.equal(stderr, '');
    const { inside, child, share, after: now } = JSON.parse(stdout);
    assert.match(inside, /^panel-slow-\d+$/);
    assert.deepEqual([child, now], [true, null]);
    assert.ok(share < 0.5, `it got ${share} of a processor`);
  });

  test('where no cgroup can be made, it ends with the reason', () => {
    writeFileSync(path.join(folder, 'cgroup'), '0::/\n');
    writeFileSync(path.join(folder, 'mountinfo'), `1 1 0:1 / ${folder}/none rw - cgroup2 cgroup2 rw\n`);
    const { status, stderr } = run(`slowDown(4, { proc: ${JSON.stringify(folder)} });`);
    assert.equal(status, 1);
    assert.match(stderr, /--slow needs a cgroup that it may write to/);
  });

  test('needs a number', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', '--slow', 'much'], {
      ...{ cwd: ROOT, encoding: 'utf8' },
    });
    assert.equal(status, 1);
    assert.match(stderr, /^--slow needs how many times slower/);
  });
});
