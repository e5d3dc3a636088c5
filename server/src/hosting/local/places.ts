/** A place, or the wait for one. */
export type Place = {
  /** Resolves when the place is there. */
  free: Promise<void>;
  /** Gives the wait up; a place that is there stays. */
  cancel(): void;
  /** Gives the place to the next who waits. */
  leave(): void;
};

export type Places = {
  enter(): Place;
  /** Asks for places again while somebody waits: what was in use may not be any more. */
  look(): void;
};

type Waiting = { admit(): void };

/** A number of places, and a queue for them that is served in order. */
export function createPlaces(count: number, options: { waitMs: number; wanted(waiting: number): void; refused(): Error }): Places {
  const waiting: Waiting[] = [];
  let taken = 0;

  const look = () => {
    while (taken < count) {
      const next = waiting.shift();
      if (next === undefined) return;
      next.admit();
    }
    if (waiting.length > 0) options.wanted(waiting.length);
  };

  return {
    look,
    enter() {
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
