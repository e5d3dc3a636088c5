import { setTimeout as wait } from 'node:timers/promises';
import { endProcess } from './processes.mjs';

/** A server that was ready for as long has recovered: its next delay is the first one again. */
const RECOVERED_MS = 10 * 60_000;
const BACK_OFF_MAX_MS = 5 * 60_000;

/**
 * Keeps a server running: restarts it after an error once it was ready. Each delay is twice as long as the one before, up
 * to five minutes, and it never gives up: what made the server end may pass. A failed first start is not repeated.
 * @param {{
 *   start: () => {child: import('node:child_process').ChildProcess, ready: Promise<object>, exit: Promise<{code: number, signal: string | null}>, reason: (how: object) => Error},
 *   onReady: (announced: object, restarted: boolean) => void,
 *   onRestart: (why: Error, attempt: {number: number, waitMs: number}) => void,
 *   isStopping: () => boolean,
 *   backOffMs?: number,
 *   pause?: (ms: number) => Promise<unknown>,
 *   now?: () => number,
 * }} options
 * @returns when it is being stopped
 * @throws Error why the server ended, when it is not restarted
 */
export async function keepRunning({
  start,
  onReady,
  onRestart,
  isStopping,
  backOffMs = 1_000,
  pause = wait,
  now = Date.now,
}) {
  let restarts = 0;
  for (let first = true; !isStopping(); first = false) {
    const server = start();
    let why;
    let readyAt = Infinity;
    try {
      onReady(await server.ready, !first);
      readyAt = now();
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
    if (now() - readyAt >= RECOVERED_MS) restarts = 0;
    const waitMs = Math.min(backOffMs * 2 ** restarts, BACK_OFF_MAX_MS);
    restarts += 1;
    onRestart(why, { number: restarts, waitMs });
    await pause(waitMs);
  }
}
