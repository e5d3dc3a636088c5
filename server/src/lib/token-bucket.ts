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
