/** Takes an amount and returns the milliseconds to wait for it: later callers wait longer. */
export type TokenBucket = (amount: number) => number;

/**
 * @param burstSeconds the burst, in seconds' worth
 * @param now milliseconds
 */
export function createTokenBucket(perSecond: number, burstSeconds: number, now: () => number): TokenBucket {
  const most = perSecond * burstSeconds;
  let free = most;
  let at = now();
  return (amount) => {
    const passed = Math.max(0, now() - at);
    at = now();
    free = Math.min(most, free + (passed * perSecond) / 1000) - amount;
    return free >= 0 ? 0 : Math.ceil((-free * 1000) / perSecond);
  };
}

/** Whether one more may pass now. */
export type RateGate = () => boolean;

/** Lets so many through each second after a burst, and refuses the rest. @param now milliseconds */
export function createRateGate(perSecond: number, burst: number, now: () => number): RateGate {
  let free = burst;
  let at = now();
  return () => {
    const time = now();
    free = Math.min(burst, free + (Math.max(0, time - at) * perSecond) / 1000);
    at = time;
    if (free < 1) return false;
    free -= 1;
    return true;
  };
}
