import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepRunning } from '../lib/keep-running.mjs';
import { ended, start as startProcess } from '../lib/processes.mjs';

/** A real process that becomes ready when it writes, and exits as its code says. */
function server(code: string) {
  const child = startProcess(process.execPath, ['--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = ended(child);
  const ready = new Promise<object>((resolve, reject) => {
    child.stdout?.once('data', () => resolve({}));
    exit.then(() => reject(new Error('not ready')), reject);
  });
  ready.catch(() => undefined);
  return { child, ready, exit, reason: ({ code: status }: { code: number }) => new Error(`code ${status}`) };
}

async function keep(
  codes: string[],
  stopAfter = Infinity,
): Promise<{ starts: number; restarts: string[]; error: string | null }> {
  let starts = 0;
  const restarts: string[] = [];
  const error = await keepRunning({
    start: () => server(codes[Math.min(starts++, codes.length - 1)] ?? ''),
    onReady: () => undefined,
    onRestart: (why: Error, { number, most }: { number: number; most: number }) =>
      void restarts.push(`${why.message}, ${number} of ${most}`),
    isStopping: () => starts >= stopAfter,
    backOffMs: 1,
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  return { starts, restarts, error };
}

const CRASH = 'console.log("ready"); setTimeout(() => process.exit(70), 20)';

test('a server that ends with an error is restarted, a limited number of times', async () => {
  const { starts, restarts, error } = await keep([CRASH]);
  assert.deepEqual([starts, restarts.length, error], [6, 5, 'code 70']);
  assert.deepEqual([restarts[0], restarts[4]], ['code 70, 1 of 5', 'code 70, 5 of 5']);
});

test('so is one that was killed, and one whose restart fails', async () => {
  const { restarts } = await keep(
    ['console.log("ready"); setTimeout(() => process.kill(process.pid, "SIGKILL"), 20)', 'process.exit(1)', CRASH],
    4,
  );
  assert.deepEqual(restarts, ['code 137, 1 of 5', 'not ready, 2 of 5', 'code 70, 3 of 5']);
});

test('a failed first start is not repeated, nor a server that was stopped', async () => {
  assert.deepEqual(await keep(['process.exit(1)']), { starts: 1, restarts: [], error: 'not ready' });
  assert.deepEqual(await keep(['console.log("ready")']), { starts: 1, restarts: [], error: 'code 0' });
});
