import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, test } from 'node:test';
import { sandboxMissing } from './sandbox-support.ts';

type Told = { kind?: string; error?: string; lines: string[] };

const SCRIPT = path.join(import.meta.dirname, 'prepare-and-tell.ts');
/** Runs in separate mounts that replace the given programs with empty files that cannot be executed. */
const HIDE = 'for file in $HIDDEN; do mount --bind /dev/null "$file" || exit 9; done; exec "$@"';

/** Chooses PHP on a machine without bubblewrap. */
function chooseWithout(hidden: string[], env: Record<string, string>): Told {
  const args = ['--mount', 'sh', '-c', HIDE, 'sh', process.execPath, SCRIPT];
  const result = spawnSync('unshare', args, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HIDDEN: hidden.join(' '), ...env },
  });
  assert.equal(result.status, 0, result.stderr);
  return JSON.parse(result.stdout) as Told;
}

const bwrap = spawnSync('which', ['bwrap'], { encoding: 'utf8' }).stdout.trim();
const skip = (await sandboxMissing()) || (process.getuid?.() === 0 ? false : 'only root can hide a program');

describe('without bubblewrap', { skip }, () => {
  test('native PHP is not used by default, and the start says why', () => {
    const told = chooseWithout([bwrap], {});
    assert.equal(told.kind, 'wasm', JSON.stringify(told));
    assert.match(
      told.lines.join('\n'),
      /Using the bundled PHP [^:]*: the sandbox does not work here \([^)]+\)\. Install bubblewrap, or set SANDBOX=off/,
    );
  });

  test('requiring it fails with one line that says what to do', () => {
    const told = chooseWithout([bwrap], { PHP_RUNTIME: 'native' });
    assert.match(
      told.error ?? '',
      /^HostingError: PHP_RUNTIME=native cannot be used: the sandbox does not work here [^\n]*Install bubblewrap, or set SANDBOX=off to run hosted code without a sandbox\.$/,
    );
  });

  test('SANDBOX=off uses it, and the start warns about what is open', () => {
    const told = chooseWithout([bwrap], { SANDBOX: 'off' });
    assert.equal(told.kind, 'native');
    assert.match(
      told.lines.join('\n'),
      /SANDBOX=off: code of hosted sites runs without a sandbox\. It reaches every network address, loopback included, and reads /,
    );
    assert.doesNotMatch(told.lines.join('\n'), /X-Forwarded-For/);
    const trusting = chooseWithout([bwrap], { SANDBOX: 'off', TRUST_PROXY: 'loopback' });
    assert.match(trusting.lines.join('\n'), /SANDBOX=off with TRUST_PROXY for loopback: [^\n]*X-Forwarded-For/);
  });

  test('a machine without the programs that lower priorities and set limits still hosts', () => {
    const hidden = spawnSync('which', ['ionice', 'prlimit', 'nice'], { encoding: 'utf8' }).stdout.trim().split('\n');
    assert.equal(chooseWithout(hidden, { PHP_RUNTIME: 'native' }).kind, 'native');
  });
});
