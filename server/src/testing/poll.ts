import { setTimeout as wait } from 'node:timers/promises';

/** Waits until `read` returns a truthy value; fails at the deadline with a description of what it waited for. */
export async function until<T>(
  what: string,
  read: () => Promise<T | null | undefined | false>,
  deadlineMs = 30_000,
): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited ${deadlineMs} ms for ${what}.`);
    await wait(25);
  }
}
