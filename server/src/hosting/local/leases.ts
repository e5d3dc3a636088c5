import type { LeaseEnd, LeaseUse } from '../driver.ts';

export type LeaseResult = { use: LeaseUse; late: boolean };

export type Leases = {
  open(siteId: string, use: LeaseUse): LeaseEnd;
  has(siteId: string): boolean;
  /** Start of the site's current continuous use, in milliseconds since the epoch; null when it has no request. */
  since(siteId: string): number | null;
};

/**
 * Requests in progress, each for as long as its site works on it. A request that a slow visitor is still sending does
 * not count: the edge receives it in full before it takes a lease.
 */
export function createLeases({
  clock,
  ended,
}: {
  clock: { now(): number };
  ended(siteId: string, result: LeaseResult): void;
}): Leases {
  const held = new Map<string, { count: number; since: number }>();
  return {
    has: (siteId) => held.has(siteId),
    since: (siteId) => held.get(siteId)?.since ?? null,
    open(siteId, use) {
      const at = held.get(siteId) ?? { count: 0, since: clock.now() };
      held.set(siteId, at);
      at.count += 1;
      let open = true;
      return (outcome) => {
        if (!open) return;
        open = false;
        at.count -= 1;
        if (at.count === 0) held.delete(siteId);
        ended(siteId, { use, late: outcome === 'late' });
      };
    },
  };
}
