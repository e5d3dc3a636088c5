/** A place, or the wait for one. */
export type Place = {
  /** Resolves when the place is there. */
  free: Promise<void>;
  isTaken(): boolean;
  /** Gives the wait up; a place that is there stays. */
  cancel(): void;
  /** Gives the place to the next who waits. */
  leave(): void;
};

export type Places = {
  enter(siteId: string): Place;
  /** Asks for places again while somebody waits: what was in use may not be any more. */
  look(): void;
};

type Waiting = { siteId: string; admit(): void };

type PlacesOptions = {
  waitMs: number;
  /** Which of the sites that wait is next, as an index. */
  next(waiting: string[]): number;
  /** Called while these sites wait and no place is free. */
  wanted(waiting: string[]): void;
  refused(): Error;
};

/** A number of places, and those who wait for one. */
export function createPlaces(count: number, options: PlacesOptions): Places {
  const waiting: Waiting[] = [];
  let taken = 0;
  const siteIds = () => waiting.map((turn) => turn.siteId);

  const look = () => {
    while (taken < count && waiting.length > 0) {
      const [next] = waiting.splice(options.next(siteIds()), 1);
      next?.admit();
    }
    if (waiting.length > 0) options.wanted(siteIds());
  };

  return {
    look,
    enter(siteId) {
      const { promise: free, resolve, reject } = Promise.withResolvers<void>();
      let state: 'waiting' | 'in' | 'out' = 'waiting';
      const giveUp = () => {
        if (state !== 'waiting') return;
        state = 'out';
        clearTimeout(timer);
        waiting.splice(waiting.indexOf(turn), 1);
        reject(options.refused());
      };
      const timer = setTimeout(giveUp, options.waitMs);
      const turn: Waiting = {
        siteId,
        admit() {
          state = 'in';
          taken += 1;
          clearTimeout(timer);
          resolve();
        },
      };
      waiting.push(turn);
      look();
      return {
        free,
        isTaken: () => state === 'in',
        cancel: giveUp,
        leave() {
          if (state !== 'in') return;
          state = 'out';
          taken -= 1;
          look();
        },
      };
    },
  };
}
