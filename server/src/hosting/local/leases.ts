/** Ends a lease; `late` when its request took longer than the plan of the site allows. More calls do nothing. */
export type LeaseEnd = (outcome?: 'late') => void;

/** Whether somebody visits the site, or the panel itself asks it for its due work, which is no use of the site. */
export type LeaseUse = 'visit' | 'upkeep';

export type LeaseResult = { use: LeaseUse; late: boolean };

export type Leases = {
  open(siteId: string, use: LeaseUse): LeaseEnd;
  has(siteId: string): boolean;
  /** Since when the site has had a request without a pause, in milliseconds since the epoch; null when it has none. */
  since(siteId: string): number | null;
};

/**
 * The requests that are under way at sites, each for as long as its site works on it. A request that a slow visitor is
 * still sending is none yet: the edge takes it in before it asks for a lease.
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
