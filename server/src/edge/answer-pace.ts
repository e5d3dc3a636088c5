/** What the answers of one site may cost in the long run, as bytes per second: 100 Mbit/s. */
const BYTES_PER_SECOND = 12_500_000;
/** What a site may send before that, as fast as it can: more than pages and most downloads ever need. */
const BURST_BYTES = 256 * 1024 ** 2;
/** What a chunk costs beside its bytes: endless small ones are more work than a few large ones. */
const CHUNK_COST = 2_048;
/** A pause is never shorter, so that a site that is paced costs few timers. */
const MIN_PAUSE_MS = 50;

export type AnswerPace = {
  /** Counts a chunk of an answer. The result is how long to wait before the next one, in milliseconds; mostly 0. */
  spend(siteId: string, bytes: number): number;
};

export type PaceOptions = { bytesPerSecond?: number; burstBytes?: number };

/** Holds what all answers of one site cost together to a pace (token bucket), so that one that sends without end does not take a core of the panel's. */
export function createAnswerPace(
  clock: { now(): number },
  { bytesPerSecond = BYTES_PER_SECOND, burstBytes = BURST_BYTES }: PaceOptions = {},
): AnswerPace {
  const sites = new Map<string, { left: number; at: number }>();
  return {
    spend(siteId, bytes) {
      const now = clock.now();
      const bucket = sites.get(siteId) ?? { left: burstBytes, at: now };
      // A clock that is set back earns nothing.
      const earned = (Math.max(0, now - bucket.at) * bytesPerSecond) / 1000;
      bucket.left = Math.min(burstBytes, bucket.left + earned) - bytes - CHUNK_COST;
      bucket.at = now;
      sites.set(siteId, bucket);
      return bucket.left >= 0 ? 0 : Math.max(MIN_PAUSE_MS, Math.ceil((-bucket.left * 1000) / bytesPerSecond));
    },
  };
}
