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

type Kept = { starts: number; restarts: string[]; waits: number[]; error: string | null };

/** @param readyMs how long each server ran by the clock, once it was ready */
async function keep(codes: string[], stopAfter = Infinity, readyMs: number[] = []): Promise<Kept> {
  let [starts, time] = [0, 0];
  const restarts: string[] = [];
  const waits: number[] = [];
  const error = await keepRunning({
    start() {
      const started = server(codes[Math.min(starts++, codes.length - 1)] ?? '');
      const exit = started.exit.then((how) => ((time += readyMs[starts - 1] ?? 0), how));
      return { ...started, exit };
    },
    onReady: () => undefined,
    onRestart: (why, { number }) => void restarts.push(`${why.message}, restart ${number}`),
    isStopping: () => starts >= stopAfter,
    pause: async (ms) => void waits.push(ms / 1000),
    now: () => time,
  }).then(
    () => null,
    (thrown: Error) => thrown.message,
  );
  return { starts, restarts, waits, error };
}

const CRASH = 'console.log("ready"); setTimeout(() => process.exit(70), 20)';

test('a server that ends with an error is restarted without end, each time after a longer wait of at most five minutes', async () => {
  const { starts, restarts, waits, error } = await keep([CRASH], 12);
  assert.deepEqual([starts, restarts.length, error], [12, 11, null]);
  assert.deepEqual([restarts[0], restarts[10]], ['code 70, restart 1', 'code 70, restart 11']);
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test('a server that was ready for ten minutes has recovered, and its next restart comes soon', async () => {
  const MINUTE = 60_000;
  const { waits } = await keep([CRASH], 6, [0, 9 * MINUTE, 0, 10 * MINUTE, 0]);
  assert.deepEqual(waits, [1, 2, 4, 1, 2]);
});

test('one that was killed, and one whose restart fails, are restarted too', async () => {
  const { restarts } = await keep(
    ['console.log("ready"); setTimeout(() => process.kill(process.pid, "SIGKILL"), 20)', 'process.exit(1)', CRASH],
    4,
  );
  assert.deepEqual(restarts, ['code 137, restart 1', 'not ready, restart 2', 'code 70, restart 3']);
});

test('a failed first start is not repeated, nor a server that was stopped', async () => {
  assert.deepEqual(await keep(['process.exit(1)']), { starts: 1, restarts: [], waits: [], error: 'not ready' });
  assert.deepEqual(await keep(['console.log("ready")']), { starts: 1, restarts: [], waits: [], error: 'code 0' });
});
