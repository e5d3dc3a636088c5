export type QuietTime = {
  /** One tick of the watching thread. @returns for how many milliseconds the loop has been silent */
  tick(beat: number, now: number): number;
};

/**
 * Adds up how long the loop was silent while the watching thread itself ran. A tick that comes late counts as two at
 * most: then the machine slept, or the whole process was stopped, and the loop could not answer either.
 */
export function createQuietTime(everyMs: number): QuietTime {
  let [last, at, quietMs] = [Number.NaN, Number.NaN, 0];
  return {
    tick(beat, now) {
      const passed = Number.isNaN(at) ? 0 : Math.max(0, now - at);
      quietMs = beat === last ? quietMs + Math.min(passed, 2 * everyMs) : 0;
      [last, at] = [beat, now];
      return quietMs;
    },
  };
}
