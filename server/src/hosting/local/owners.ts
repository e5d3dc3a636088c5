type InUse = { siteId: string; since: number };
type Room = { idle: string[]; waiting: string[]; placed: string[]; places: number };
type Demand = { waiting: string[]; placed: string[]; inUse: InUse[]; places: number };

/** Whose sites run, and whose turn it is; sites are given by their ids. */
export type Owners = {
  /** Asks for the owner of a site, and remembers it. Never throws. */
  find(siteId: string): Promise<void>;
  forget(siteId: string): void;
  /** Which of the sites that wait is next, as an index: the owner with the fewest places, then the one who came first. */
  next(waiting: string[], placed: string[]): number;
  /**
   * The site to put to sleep for the next one that waits, of those that are idle, which come in the order of their last
   * use. Who has a share of the places or more makes room with a site of its own; otherwise it is one of the owner with the most places.
   * None until the owner of the one that waits is known.
   */
  toSleep(room: Room): string | undefined;
  /**
   * The site to stop for one that waits: of the owner with the most places, if it has more than its share, the one in use
   * for longest. Null when nobody has more than its share, or nobody who waits has less.
   */
  tooMany(demand: Demand): InUse | null;
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
