import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createTokenBucket } from '../../lib/token-bucket.ts';
import { EgressRefusal } from './refusal.ts';

/** What one site may take of the panel's process, which carries its traffic: 100 Mbit/s each way, and 50 requests a second. */
const BYTES_PER_SECOND = 12_500_000;
const REQUESTS_PER_SECOND = 50;
/** How many seconds' worth may come at once. */
const BURST_SECONDS = 2;
/** Above the connections of one site: only requests whose clients left can be so many. */
const MAX_WAITING = 64;
/** New connections to one socket of a site. They cost the panel's process something before any request is read. */
const CONNECTIONS_PER_SECOND = 100;
const CONNECTIONS_BURST = 400;

/** Slows one site down, and refuses only when too many requests wait already. */
export type Pace = {
  /** Waits until one more request may begin. @throws EgressRefusal 503 when 64 wait */
  request(): Promise<void>;
  /** Passes bytes on; all streams of one direction share its rate. */
  bytes(direction: 'in' | 'out'): Transform;
};

/** Counts new connections; answers with false for those above 100 a second, after a burst of 400. */
export function createArrivals(now: () => number): () => boolean {
  let free = CONNECTIONS_BURST;
  let at = now();
  return () => {
    free = Math.min(CONNECTIONS_BURST, free + (Math.max(0, now() - at) * CONNECTIONS_PER_SECOND) / 1000);
    at = now();
    if (free < 1) return false;
    free -= 1;
    return true;
  };
}

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
