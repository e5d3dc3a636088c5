import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** What one site may take of the panel's process, which carries its traffic: 100 Mbit/s each way, and 50 requests a second. */
const BYTES_PER_SECOND = 12_500_000;
const REQUESTS_PER_SECOND = 50;
/** How many seconds' worth may come at once. */
const BURST_SECONDS = 2;

/** Slows one site down, without refusing anything. */
export type Pace = {
  /** Waits until one more request may begin. */
  request(): Promise<void>;
  /** Passes bytes on; all streams of one direction share its rate. */
  bytes(direction: 'in' | 'out'): Transform;
};

export function createPace(now: () => number): Pace {
  const requests = createBucket(REQUESTS_PER_SECOND, now);
  const directions = { in: createBucket(BYTES_PER_SECOND, now), out: createBucket(BYTES_PER_SECOND, now) };
  return {
    async request() {
      const ms = requests(1);
      if (ms > 0) await wait(ms);
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

/** Takes an amount and answers with the milliseconds to wait for it: later takers wait longer. */
function createBucket(perSecond: number, now: () => number): (amount: number) => number {
  let free = perSecond * BURST_SECONDS;
  let at = now();
  return (amount) => {
    const passed = Math.max(0, now() - at);
    at = now();
    free = Math.min(perSecond * BURST_SECONDS, free + (passed * perSecond) / 1000) - amount;
    return free >= 0 ? 0 : Math.ceil((-free * 1000) / perSecond);
  };
}
