import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createRateGate, createTokenBucket, type RateGate } from '../../lib/token-bucket.ts';
import { EgressRefusal } from './refusal.ts';

/**
 * Rates for one site, because its traffic passes through the panel's process: 100 Mbit/s each way, and 50 requests a
 * second.
 */
const BYTES_PER_SECOND = 12_500_000;
const REQUESTS_PER_SECOND = 50;
/** Seconds' worth of burst. */
const BURST_SECONDS = 2;
/** Above the connections of one site: only requests whose clients left can add up to this many. */
const MAX_WAITING = 64;
/** New connections to a site's socket. Each costs the panel's process something before a request is read. */
const CONNECTIONS_PER_SECOND = 100;
const CONNECTIONS_BURST = 400;

/** Slows a site down, and rejects requests only when too many already wait. */
export type Pace = {
  /**
   * Waits until one more request may start.
   * @throws EgressRefusal 503 when 64 wait
   */
  request(): Promise<void>;
  /** Passes bytes on; all streams of one direction share its rate. */
  bytes(direction: 'in' | 'out'): Transform;
};

/** Counts new connections; false above 100 a second, after a burst of 400. */
export const createArrivals = (now: () => number): RateGate =>
  createRateGate(CONNECTIONS_PER_SECOND, CONNECTIONS_BURST, now);

export function createPace(now: () => number): Pace {
  const requests = createTokenBucket(REQUESTS_PER_SECOND, BURST_SECONDS, now);
  let waiting = 0;
  const directions = {
    in: createTokenBucket(BYTES_PER_SECOND, BURST_SECONDS, now),
    out: createTokenBucket(BYTES_PER_SECOND, BURST_SECONDS, now),
  };
  return {
    async request() {
      if (waiting >= MAX_WAITING) throw new EgressRefusal(503, 'Too many requests of this site wait.');
      const ms = requests(1);
      if (ms <= 0) return;
      waiting += 1;
      await wait(ms).finally(() => (waiting -= 1));
    },
    bytes: (direction) =>
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          const ms = directions[direction](chunk.length);
          if (ms > 0) setTimeout(done, ms, null, chunk);
          else done(null, chunk);
        },
      }),
  };
}
