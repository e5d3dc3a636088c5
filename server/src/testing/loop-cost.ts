import { createLoopClock } from '../lib/loop-clock.ts';

/** The longest that the loop of the panel may not turn, in milliseconds of processor time (docs/security.md, "The loop"). */
export const LOOP_MS = 50;

/**
 * Runs `work`, and once more if a turn of the loop took longer than {@link LOOP_MS}: what is expensive is so each time; a
 * compilation, a collection of garbage or a slow machine's moment is not.
 * @returns the value of the last run, and its longest turn in milliseconds of processor time
 */
export async function loopCost<T>(work: () => Promise<T> | T): Promise<{ value: T; cpuMs: number }> {
  const first = await once(work);
  return first.cpuMs <= LOOP_MS ? first : once(work);
}

async function once<T>(work: () => Promise<T> | T): Promise<{ value: T; cpuMs: number }> {
  const clock = createLoopClock();
  try {
    const value = await work();
    return { value, cpuMs: clock.take().cpuMs };
  } finally {
    clock.stop();
  }
}
