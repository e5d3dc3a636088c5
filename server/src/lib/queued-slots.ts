export type QueuedSlotsOptions = {
  /** Slots of one key. */
  atOnce: number;
  /** Queue length of one key. */
  waiting: number;
  waitMs: number;
};

export type QueuedSlots = {
  /**
   * Waits for a slot of the key, in order of arrival. Call the result once to release it. Null when the queue is
   * full, when no slot becomes free in time, or when `gone` aborts first.
   */
  enter(key: string, gone?: AbortSignal): Promise<(() => void) | null>;
};

type Turn = { admit(): void };
type Line = { inside: number; turns: Turn[] };

/** A few slots for each key, with a short queue. */
export function createQueuedSlots({ atOnce, waiting, waitMs }: QueuedSlotsOptions): QueuedSlots {
  const lines = new Map<string, Line>();

  const leave = (key: string, line: Line) => {
    const next = line.turns.shift();
    if (next) return next.admit();
    line.inside -= 1;
    if (line.inside === 0) lines.delete(key);
  };

  const place = (key: string, line: Line) => {
    let open = true;
    return () => {
      if (open) leave(key, line);
      open = false;
    };
  };

  return {
    async enter(key, gone) {
      const line = lines.get(key) ?? { inside: 0, turns: [] };
      if (line.inside < atOnce) {
        lines.set(key, line);
        line.inside += 1;
        return place(key, line);
      }
      if (line.turns.length >= waiting || gone?.aborted) return null;
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          gone?.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          end();
          line.turns.splice(line.turns.indexOf(turn), 1);
          resolve(null);
        };
        const turn: Turn = {
          admit() {
            end();
            resolve(place(key, line));
          },
        };
        const timer = setTimeout(giveUp, waitMs);
        gone?.addEventListener('abort', giveUp, { once: true });
        line.turns.push(turn);
      });
    },
  };
}
