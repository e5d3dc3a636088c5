/** Usage against the limits of a plan, as plain data. */

/** Limits that are reported before they are reached. */
export const USAGE_KINDS = ['sites', 'applications', 'storage', 'build_minutes'] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** Shares of a limit at which a customer is notified, in percent. */
export const USAGE_LEVELS = [75, 90, 100] as const;
export type UsageLevel = (typeof USAGE_LEVELS)[number];

/** The share of a limit in percent, rounded down so that 100 is reached by nothing less than the limit. */
export const usedPercent = (used: number, limit: number): number =>
  limit <= 0 ? (used > 0 ? 100 : 0) : Math.max(0, Math.floor((used / limit) * 100));

/** The highest level that a usage has reached; 0 for none. */
export const usageLevel = (used: number, limit: number): UsageLevel | 0 =>
  USAGE_LEVELS.findLast((level) => usedPercent(used, limit) >= level) ?? 0;
