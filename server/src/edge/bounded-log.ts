import type { EdgeLog } from './edge-types.ts';

const WINDOW_MS = 1_000;
const MAX_KEYS = 1_000;

/**
 * At most one warning per kind, site and second, because visitors and hosted code decide how often something fails.
 * `left_out` of the next one counts the suppressed warnings.
 */
export function boundedLog(log: EdgeLog, clock: { now(): number }): EdgeLog {
  const recent = new Map<string, { until: number; leftOut: number }>();
  return {
    warn(fields, message) {
      const key = `${String(fields['siteId'] ?? '')} ${message}`;
      const known = recent.get(key);
      if (known !== undefined && known.until > clock.now()) return void (known.leftOut += 1);
      if (known === undefined && recent.size >= MAX_KEYS) recent.clear();
      recent.set(key, { until: clock.now() + WINDOW_MS, leftOut: 0 });
      log.warn(known?.leftOut ? { ...fields, left_out: known.leftOut } : fields, message);
    },
  };
}
