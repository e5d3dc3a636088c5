import { availableParallelism } from 'node:os';
import { machineMemory } from './machine-memory.mjs';

const MB = 2 ** 20;
/** What one build of a package takes at most when V8 may use what it likes, with a reserve. */
const ROOMY_MB = 1_500;
/** Below this V8 collects earlier, which costs time. */
const SMALL_MB = 3_000;

export type BuildLimits = {
  /** Builds at the same time. */
  atOnce: number;
  /** Flags of Node for each build. */
  flags: readonly string[];
};

/** How many builds fit into the memory of machine or container, and what each may use. */
export function buildLimits(
  memoryBytes: number = machineMemory(),
  processors: number = availableParallelism(),
): BuildLimits {
  const memoryMb = Math.floor(memoryBytes / MB);
  const atOnce = Math.max(1, Math.min(2, processors, Math.floor(memoryMb / ROOMY_MB)));
  const heapMb = Math.floor(memoryMb * 0.45);
  return { atOnce, flags: memoryMb < SMALL_MB ? [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'] : [] };
}
