import { setTimeout as wait } from 'node:timers/promises';

const FIRST_MS = 25;
/** Each question takes processor time from what is waited for, so the ones after many are further apart. */
const MOST_MS = 100;

/** Waits until `read` returns a truthy value; fails at the deadline with a description of what it waited for. */
export async function until<T>(
  what: string,
  read: () => Promise<T | null | undefined | false>,
  deadlineMs = 30_000,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (let pause = FIRST_MS; ; pause = Math.min(pause * 1.2, MOST_MS)) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited ${deadlineMs} ms for ${what}.`);
    await wait(pause);
  }
}
