import { setTimeout as wait } from 'node:timers/promises';
import { endProcess } from './processes.mjs';

const TRIES = 5;
const WITHIN_MS = 10 * 60_000;
const BACK_OFF_MAX_MS = 30_000;

/**
 * Keeps a server running: restarts it after an error once it was ready, with a growing delay and at most five times
 * within ten minutes. A failed first start is not repeated.
 * @param {{
 *   start: () => {child: import('node:child_process').ChildProcess, ready: Promise<object>, exit: Promise<{code: number, signal: string | null}>, reason: (how: object) => Error},
 *   onReady: (announced: object, restarted: boolean) => void,
 *   onRestart: (why: Error, attempt: {number: number, most: number}) => void,
 *   isStopping: () => boolean,
 *   backOffMs?: number,
 * }} options
 * @returns when it is being stopped
 * @throws Error why the server ended, when it is not restarted
 */
export async function keepRunning({ start, onReady, onRestart, isStopping, backOffMs = 1_000 }) {
  let restarts = [];
  for (let first = true; !isStopping(); first = false) {
    const server = start();
    let why;
    try {
      onReady(await server.ready, !first);
      const how = await server.exit;
      why = server.reason(how);
      if (how.code === 0) throw why;
    } catch (error) {
      if (first || error === why) {
        if (isStopping()) return;
        throw error;
      }
      why = error;
    }
    if (isStopping()) return;
    await endProcess(server.child);
    restarts = restarts.filter((at) => at > Date.now() - WITHIN_MS);
    if (restarts.length >= TRIES) throw why;
    onRestart(why, { number: restarts.length + 1, most: TRIES });
    await wait(Math.min(backOffMs * 2 ** restarts.length, BACK_OFF_MAX_MS));
    restarts.push(Date.now());
  }
}
