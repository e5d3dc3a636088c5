import { HostingError } from '../hosting-error.ts';
import { sentence } from '../../lib/sentence.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** A server that has run for this long starts at once when it ends. */
const LASTING_MS = 30_000;

/** Holds servers back that end again and again: each start waits longer than the one before. */
export function createBackOff(now: () => number = Date.now) {
  const ended = new Map<string, { times: number; until: number }>();
  return {
    /** @throws HostingError START_FAILED while the next start has to wait */
    check(siteId: string): void {
      const found = ended.get(siteId);
      if (!found || now() >= found.until) return;
      throw new HostingError(
        'START_FAILED',
        sentence(
          'The server has ended {times, plural, one {# time} other {# times}} shortly after it started. The next start is in {seconds, plural, one {# second} other {# seconds}}. See its log for the reason.',
          { times: found.times, seconds: Math.ceil((found.until - now()) / 1000) },
        ),
        { retryable: true },
      );
    },
    ended(siteId: string, ranForMs: number): void {
      if (ranForMs >= LASTING_MS) return void ended.delete(siteId);
      const times = (ended.get(siteId)?.times ?? 0) + 1;
      ended.set(siteId, { times, until: now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** (times - 1)) });
    },
    forget: (siteId: string): void => void ended.delete(siteId),
  };
}
