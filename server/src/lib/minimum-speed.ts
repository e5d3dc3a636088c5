import { setTimeout as wait } from 'node:timers/promises';

/** The least speed of a body; a slower one only occupies its place. */
export const MIN_BYTES_PER_SECOND = 1024;
/** How far a body may be behind when it begins. */
export const FIRST_BYTES_MS = 5_000;
/** How far a body may be ahead, and so how long it may pause after that. */
export const UPLOAD_IDLE_MS = 30_000;

/** How long a body may still take for its next byte, from its first second on. */
export type SpeedCredit = {
  /** Counts time in which bytes could arrive, and those that did. Returns what is left, in milliseconds. */
  spend(ms: number, bytes: number): number;
};

/** @param mostMs how much a body can save up */
export function createSpeedCredit(mostMs = UPLOAD_IDLE_MS, firstMs = FIRST_BYTES_MS): SpeedCredit {
  let left = Math.min(firstMs, mostMs);
  return {
    spend(ms, bytes) {
      left = Math.min(mostMs, left - ms + (bytes * 1000) / MIN_BYTES_PER_SECOND);
      return left;
    },
  };
}

/** The chunks came too slowly, or not at all. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

const IDLE = Symbol('no progress');

/**
 * The same chunks, as long as they come with the minimum speed.
 * @param idleMs how long the body may pause at most
 * @throws TooSlow, and whatever the source throws
 */
export async function* withMinimumSpeed<Chunk extends Uint8Array>(
  chunks: AsyncIterator<Chunk>,
  idleMs = UPLOAD_IDLE_MS,
): AsyncGenerator<Chunk> {
  const credit = createSpeedCredit(idleMs);
  for (;;) {
    const began = performance.now();
    const next = await orIdle(chunks, credit.spend(0, 0));
    if (next === IDLE) throw new TooSlow();
    if (next.done) return;
    credit.spend(performance.now() - began, next.value.length);
    yield next.value;
  }
}

/** The next chunk, `IDLE` when none came in time. */
async function orIdle<Chunk>(
  chunks: AsyncIterator<Chunk>,
  idleMs: number,
): Promise<IteratorResult<Chunk> | typeof IDLE> {
  const timer = new AbortController();
  const next = chunks.next();
  next.catch(() => undefined);
  const idle = wait(idleMs, IDLE, { signal: timer.signal }).catch((): typeof IDLE => IDLE);
  return Promise.race([next, idle]).finally(() => timer.abort());
}
