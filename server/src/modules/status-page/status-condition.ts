/** The worst last; `unknown`: nothing has checked it lately. */
export const CONDITIONS = ['operational', 'unknown', 'maintenance', 'degraded', 'outage'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** The worst of several; null of none. */
export const worst = (conditions: readonly Condition[]): Condition | null =>
  CONDITIONS.findLast((each) => conditions.includes(each)) ?? null;
