/** Ends a lease; `late` when its request took longer than the plan of the site allows. More calls do nothing. */
export type LeaseEnd = (outcome?: 'late') => void;

/** Whether somebody visits the site, or the panel itself asks it for its due work, which is no use of the site. */
export type LeaseUse = 'visit' | 'upkeep';

export type LeaseResult = { use: LeaseUse; late: boolean };

export type Leases = {
  open(siteId: string, use: LeaseUse): LeaseEnd;
  has(siteId: string): boolean;
};

/**
 * The requests that are under way at sites, each for as long as its site works on it. A request that a slow visitor is
 * still sending is none yet: the edge takes it in before it asks for a lease.
 */
export function createLeases({ ended }: { ended(siteId: string, result: LeaseResult): void }): Leases {
  const counts = new Map<string, number>();
  return {
    has: (siteId) => counts.has(siteId),
    open(siteId, use) {
      counts.set(siteId, (counts.get(siteId) ?? 0) + 1);
      let open = true;
      return (outcome) => {
        if (!open) return;
        open = false;
        const rest = (counts.get(siteId) ?? 1) - 1;
        if (rest === 0) counts.delete(siteId);
        else counts.set(siteId, rest);
        ended(siteId, { use, late: outcome === 'late' });
      };
    },
  };
}
