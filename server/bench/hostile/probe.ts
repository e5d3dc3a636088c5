import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds of each attempt; a failed one counts with its duration. */
export type Samples = { ms: number[]; failed: number };

const PAUSE_MS = 150;

/** Repeats `attempt` with a pause until `seconds` have passed. */
export async function probe(attempt: () => Promise<boolean>, seconds: number): Promise<Samples> {
  const samples: Samples = { ms: [], failed: 0 };
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const began = performance.now();
    const ok = await attempt().catch(() => false);
    samples.ms.push(performance.now() - began);
    if (!ok) samples.failed += 1;
    await wait(PAUSE_MS);
  }
  return samples;
}

/** The value that 95 of 100 samples do not exceed. */
export function p95({ ms }: Samples): number {
  const sorted = [...ms].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}

/** Both together. */
export const joined = (one: Samples, other: Samples): Samples => ({
  ms: [...one.ms, ...other.ms],
  failed: one.failed + other.failed,
});
