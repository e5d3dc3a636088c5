import { setTimeout as wait } from 'node:timers/promises';

/** The minimum speed of an upload; a slower one only occupies its slot. */
const MIN_BYTES_PER_SECOND = 1024;
/** A body may take this long for the bytes that it has to bring in that time: 30 KB. */
export const UPLOAD_IDLE_MS = 30_000;

/** The chunks came too slowly, or not at all. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

const IDLE = Symbol('no progress');

/**
 * The same chunks, as long as they come with the minimum speed.
 * @param idleMs how long `MIN_BYTES_PER_SECOND` times this may take
 * @throws TooSlow, and whatever the source throws
 */
export async function* withMinimumSpeed<Chunk extends Uint8Array>(
  chunks: AsyncIterator<Chunk>,
  idleMs = UPLOAD_IDLE_MS,
): AsyncGenerator<Chunk> {
  const partBytes = (MIN_BYTES_PER_SECOND * idleMs) / 1000;
  let part = 0;
  let partEnds = performance.now() + idleMs;
  for (;;) {
    const next = await orIdle(chunks, partEnds - performance.now());
    if (next === IDLE) throw new TooSlow();
    if (next.done) return;
    part += next.value.length;
    yield next.value;
    if (part >= partBytes) {
      part = 0;
      partEnds = performance.now() + idleMs;
    }
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
