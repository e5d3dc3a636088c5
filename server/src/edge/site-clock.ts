export type SiteClock = { run(): void; pause(): void };

/**
 * Measures how long a site takes, without the time its visitor takes to read. Calls `late` once the time is used up.
 */
export function createSiteClock(limitMs: number, late: () => void): SiteClock {
  let left = limitMs;
  let since = 0;
  let timer: NodeJS.Timeout | null = null;
  return {
    run() {
      if (timer !== null) return;
      since = performance.now();
      timer = setTimeout(late, Math.max(0, left));
    },
    pause() {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      left -= performance.now() - since;
    },
  };
}
