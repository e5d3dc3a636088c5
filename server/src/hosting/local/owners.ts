type InUse = { siteId: string; since: number };
type Room = { idle: string[]; waiting: string[]; placed: string[]; places: number };
type Demand = { waiting: string[]; placed: string[]; inUse: InUse[]; places: number };

/** Owners of running sites, and who is next; sites are given by id. */
export type Owners = {
  /** Looks up and caches the owner of a site. Never throws. */
  find(siteId: string): Promise<void>;
  forget(siteId: string): void;
  /** Index of the waiting site that is next: the owner with the fewest slots, then the earliest. */
  next(waiting: string[], placed: string[]): number;
  /**
   * The idle site to stop for the next waiting one; idle sites are in order of last use. An owner who has its share
   * of the slots gives up a site of its own; otherwise the owner with the most slots gives one up. None until the
   * owner of the waiting site is known.
   */
  toSleep(room: Room): string | undefined;
  /**
   * The site in use to stop for a waiting one: of the owner with the most slots, if it has more than its share, the
   * one in use for longest. Null when no owner has more than its share, or no waiting owner has less.
   */
  tooMany(demand: Demand): InUse | null;
};

/**
 * Shares slots among owners: all get the same number, and none more than half while another waits. A site whose owner
 * is not known yet waits behind the others and displaces none.
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

  const shareOf = (places: number, placed: string[], waiting: string[]) => {
    const names = new Set([...placed, ...waiting].map((siteId) => owner(siteId) ?? siteId));
    return Math.max(1, Math.floor(places / Math.max(2, names.size)));
  };

  return {
    next,
    toSleep({ idle, waiting, placed, places }) {
      const starter = waiting[next(waiting, placed)] ?? '';
      const name = owner(starter);
      if (name === undefined) return undefined;
      if (count(placed, name) >= shareOf(places, placed, waiting)) {
        const own = idle.find((siteId) => owner(siteId) === name);
        if (own !== undefined) return own;
      }
      const held = (siteId: string) => count(placed, owner(siteId) ?? siteId);
      return idle.toSorted((a, b) => held(b) - held(a))[0];
    },
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
      const share = shareOf(places, placed, waiting);
      const over = inUse
        .map((site) => ({ ...site, held: heldBy(site.siteId, placed) }))
        .filter(({ held }) => Number.isFinite(held) && held > share && held >= fewest + 2);
      const [first] = over.sort((a, b) => b.held - a.held || a.since - b.since);
      return first === undefined ? null : { siteId: first.siteId, since: first.since };
    },
  };
}
