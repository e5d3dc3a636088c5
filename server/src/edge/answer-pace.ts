/** Sustained rate of all responses of one site: 100 Mbit/s, in bytes per second. */
const BYTES_PER_SECOND = 12_500_000;
/** Burst before the rate applies: more than pages and most downloads ever need. */
const BURST_BYTES = 256 * 1024 ** 2;
/** Fixed cost of a chunk: many tiny ones take more work than a few large ones. */
const CHUNK_COST = 2_048;
/** Minimum pause, so that a throttled site costs few timers. */
const MIN_PAUSE_MS = 50;

export type AnswerPace = {
  /** Counts a chunk of a response. Returns how long to wait before the next one, in milliseconds; mostly 0. */
  spend(siteId: string, bytes: number): number;
};

export type PaceOptions = { bytesPerSecond?: number; burstBytes?: number };

/**
 * Limits the rate of all responses of one site together (token bucket), so that endless output does not occupy a core
 * of the panel.
 */
export function createAnswerPace(
  clock: { now(): number },
  { bytesPerSecond = BYTES_PER_SECOND, burstBytes = BURST_BYTES }: PaceOptions = {},
): AnswerPace {
  const sites = new Map<string, { left: number; at: number }>();
  return {
    spend(siteId, bytes) {
      const now = clock.now();
      const bucket = sites.get(siteId) ?? { left: burstBytes, at: now };
      // A clock that is set back earns no tokens.
      const earned = (Math.max(0, now - bucket.at) * bytesPerSecond) / 1000;
      bucket.left = Math.min(burstBytes, bucket.left + earned) - bytes - CHUNK_COST;
      bucket.at = now;
      sites.set(siteId, bucket);
      return bucket.left >= 0 ? 0 : Math.max(MIN_PAUSE_MS, Math.ceil((-bucket.left * 1000) / bytesPerSecond));
    },
  };
}
