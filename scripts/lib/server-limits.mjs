import { machineMemory } from './machine-memory.mjs';

const MB = 2 ** 20;
/** Below this the largest moment of a start counts; above it, how fast the embedded database becomes. */
const SMALL_MB = 3_000;

/**
 * What makes glibc give freed memory back: few arenas, and large blocks outside of them. Otherwise a panel at rest keeps
 * 150 MB more. It counts only when the process begins.
 */
const GIVE_BACK = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Environment and flags of Node for the server. On a small machine its heap is limited, and V8 compiles the embedded
 * database's WebAssembly once only: its optimising compiler takes 500 MB for the largest functions, in the first seconds.
 * @param {number} [memoryBytes] of machine or container
 * @returns {{env: Record<string, string>, flags: string[]}}
 */
export function serverLimits(memoryBytes = machineMemory()) {
  const memoryMb = Math.floor(memoryBytes / MB);
  if (memoryMb >= SMALL_MB) return { env: GIVE_BACK, flags: [] };
  const heap = `--max-old-space-size=${Math.floor(memoryMb * 0.4)}`;
  return { env: GIVE_BACK, flags: ['--liftoff-only', heap, '--max-semi-space-size=8'] };
}
