import { createRateGate } from '../lib/token-bucket.ts';

export type LineBudget = {
  /** Whether one more line may be written; otherwise the request is counted under its status. */
  allows(status: number): boolean;
};

const PER_SECOND = 5;
const BURST = 50;
const REPORT_MS = 1000;

/**
 * The log's budget for anonymous requests: 5 lines a second after a burst of 50. Further requests are counted by
 * status and passed to `report` within a second.
 */
export function createLineBudget(
  report: (suppressed: Record<string, number>) => void,
  now: () => number = () => performance.now(),
): LineBudget {
  const passes = createRateGate(PER_SECOND, BURST, now);
  let suppressed: Record<string, number> = {};
  let timer: NodeJS.Timeout | null = null;

  const tell = (): void => {
    timer = null;
    const counted = suppressed;
    suppressed = {};
    report(counted);
  };
  return {
    allows(status) {
      if (passes()) return true;
      suppressed[status] = (suppressed[status] ?? 0) + 1;
      timer ??= setTimeout(tell, REPORT_MS).unref();
      return false;
    },
  };
}
