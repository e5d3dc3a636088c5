import { setTimeout as wait } from 'node:timers/promises';

const FIRST_MS = 10;
/** Each question takes processor time from what is waited for, so the ones after many are further apart. */
const MOST_MS = 100;

/** How many times slower than usual this machine is: `npm test -- --slow`. */
const SLOWER = Number(process.env['TEST_SLOWER'] ?? 1);
/**
 * What has not happened after so many milliseconds never happens. Far longer than anything takes: a deadline close to
 * what is usual fails on a busy machine.
 */
export const NEVER_MS = 180_000 * SLOWER;

type Read<T> = T | null | undefined | false;

/**
 * Waits until `read` returns a truthy value; fails with a description of what it waited for. A deadline of its own is for
 * benches, which wait for much more at once.
 */
export async function until<T>(
  what: string,
  read: () => Promise<Read<T>> | Read<T>,
  deadlineMs = NEVER_MS,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (let pause = FIRST_MS; ; pause = Math.min(pause * 1.2, MOST_MS)) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited ${deadlineMs} ms for ${what}.`);
    await wait(pause);
  }
}
