type ActiveReleases = { siteId: string; since: number };
type Demand = { waiting: string[]; placed: string[]; inUse: ActiveReleases[]; places: number };

/** Whose sites run, and whose turn it is; sites are given by their ids. */
export type Owners = {
  /** Asks for the owner of a site, and remembers it. Never throws. */
  find(siteId: string): Promise<void>;
  forget(siteId: string): void;
  /** Which of the sites that wait is next, as an index: the owner with the fewest places, then the one who came first. */
  next(waiting: string[], placed: string[]): number;
  /**
   * The site to stop for one that waits: of the owner with the most places, if it has more than its share, the one in use
   * for longest. Null when nobody has more than its share, or nobody who waits has less.
   */
  tooMany(demand: Demand): ActiveReleases | null;
};

/**
 * Shares places among owners: each gets as many as every other, and nobody more than half while somebody else waits. Until
 * the owner of a site is known, it waits behind those that are, and takes nobody's place.
 */
export function createOwners(
  ownerOf: ((siteId: string) => Promise<string>) | undefined,
  log: (line: string) => void,
): Owners {
  const known = new Map<string, string>();
  const owner = (siteId: string) => (ownerOf === undefined ? siteId : known.get(siteId));
  const count = (placed: string[], name: string) => placed.filter((siteId) => owner(siteId) === name).length;
  const heldBy = (siteId: string, placed: string[]) => {
    const name = owner(siteId);
    return name === undefined ? Infinity : count(placed, name);
  };
  const next = (waiting: string[], placed: string[]) => {
    const held = waiting.map((siteId) => heldBy(siteId, placed));
    return held.indexOf(Math.min(...held));
  };

  return {
    next,
    async find(siteId) {
      if (ownerOf === undefined) return;
      try {
        known.set(siteId, await ownerOf(siteId));
      } catch (error) {
        log(`the owner of ${siteId} could not be found: ${String(error)}`);
        known.set(siteId, siteId);
      }
    },
    forget: (siteId) => void known.delete(siteId),
    tooMany({ waiting, placed, inUse, places }) {
      const fewest = heldBy(waiting[next(waiting, placed)] ?? '', placed);
      const names = new Set([...placed, ...waiting].map((siteId) => owner(siteId) ?? siteId));
      const share = Math.max(1, Math.floor(places / Math.max(2, names.size)));
      const over = inUse
        .map((site) => ({ ...site, held: heldBy(site.siteId, placed) }))
        .filter(({ held }) => Number.isFinite(held) && held > share && held >= fewest + 2);
      const [first] = over.sort((a, b) => b.held - a.held || a.since - b.since);
      return first === undefined ? null : { siteId: first.siteId, since: first.since };
    },
  };
}
