import { createLoopClock } from '../lib/loop-clock.ts';

/** The longest that the loop of the panel may not turn, in milliseconds of processor time (docs/security.md, "The loop"). */
export const LOOP_MS = 50;

/** Runs `work`. Returns its value, and its longest turn of the loop in milliseconds of processor time. */
export async function loopCost<T>(work: () => Promise<T> | T): Promise<{ value: T; cpuMs: number }> {
  const clock = createLoopClock();
  try {
    const value = await work();
    return { value, cpuMs: clock.take().cpuMs };
  } finally {
    clock.stop();
  }
}
