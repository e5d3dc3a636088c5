/** A place, or the wait for one. */
export type Place = {
  /** Resolves when the slot is taken. */
  free: Promise<void>;
  isTaken(): boolean;
  /** Stops waiting; a slot that is taken stays. */
  cancel(): void;
  /** Passes the slot to the next in the queue. */
  leave(): void;
};

export type Places = {
  enter(siteId: string): Place;
  /** Checks for slots again while starts wait: sites in use may have become idle. */
  look(): void;
};

type Waiting = { siteId: string; admit(): void };

type PlacesOptions = {
  waitMs: number;
  /** Index of the waiting site that is next. */
  next(waiting: string[]): number;
  /** Called while these sites wait and no slot is free. */
  wanted(waiting: string[]): void;
  refused(): Error;
};

/** A number of slots, and the queue for them. */
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
