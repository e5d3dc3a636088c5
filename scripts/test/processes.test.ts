import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../../server/src/testing/poll.ts';
import { ended, endProcess, run, start } from '../lib/processes.mjs';

const script = (text: string): string[] => ['--input-type=module', '--eval', text];

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A parent that starts a detached child (like a hosted site), prints its id, and ends on SIGTERM. */
const FAMILY = (onTerm: string): string => `
  import { spawn } from 'node:child_process';
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  process.on('SIGTERM', () => { ${onTerm} });
  setInterval(() => {}, 1000);
  console.log(child.pid);`;

async function family(onTerm: string) {
  const parent = start(process.execPath, script(FAMILY(onTerm)), { stdio: ['ignore', 'pipe', 'inherit'] });
  assert.ok(parent.stdout);
  const [line] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
  return { parent, grandchild: Number(line) };
}

test('waits for a program that ends on request, and ends what it left behind', async () => {
  const { parent, grandchild } = await family('process.exit(7)');
  await endProcess(parent);
  assert.equal(parent.exitCode, 7);
  await until('the child of the child has ended', () => !isAlive(grandchild));
});

test('a program that does not react is killed with all its descendants', async () => {
  const { parent, grandchild } = await family('');
  await endProcess(parent, { graceMs: 200 });
  assert.equal(parent.signalCode, 'SIGKILL');
  await until('the child of the child has ended', () => !isAlive(grandchild));
});

test('a killed program is reported by the signal, with the exit code of shells', async () => {
  const child = start(process.execPath, script('setInterval(() => {}, 1000)'), { stdio: 'ignore' });
  const how = ended(child);
  child.kill('SIGKILL');
  assert.deepEqual(await how, { code: 137, signal: 'SIGKILL' });
});

test('the output of a program is available line by line and in full', async () => {
  const lines: string[] = [];
  const { code, output } = await run(
    process.execPath,
    script('console.log("one"); console.error("two"); process.exitCode = 3'),
    { onLine: (line) => lines.push(line) },
  );
  assert.equal(code, 3);
  assert.deepEqual(lines.toSorted(), ['one', 'two']);
  assert.match(output, /one\n/);
});

test('a program that takes too long is ended and reported', async () => {
  const { timedOut, code } = await run(process.execPath, script('setInterval(() => {}, 1000)'), { timeoutMs: 200 });
  assert.equal(timedOut, true);
  assert.notEqual(code, 0);
});

test('a program that prints nothing for too long is ended; one that prints is not', async () => {
  const talking = 'let n = 0; const t = setInterval(() => { console.log(n); if (++n > 60) clearInterval(t); }, 50);';
  assert.deepEqual(
    await Promise.all(
      [talking, 'setInterval(() => {}, 1000)'].map(
        async (code) => (await run(process.execPath, script(code), { quietMs: 2500 })).timedOut,
      ),
    ),
    [false, true],
  );
});
