import type { SiteLimits } from '@panel/contract';

/** A worker has its code, V8 and the compiled PHP before WordPress runs, 300 MB in all, so no plan gets less than this. */
const SMALLEST_CEILING_MB = 640;
/** What of the ceiling is not PHP's own memory. */
const OUTSIDE_PHP_MB = 256;
const OLD_SPACE_MB = 192;
/** What V8 has reserved to write to and does not use. */
const RESERVED_MB = 768;

/**
 * How the memory of a worker is bounded, in MB: all of it (`ceilingMb`, kept by a
 * cgroup and the watchdog), PHP's own, V8's, and what the kernel refuses to give where there is no cgroup (`dataMb`).
 */
export type WasmMemory = { ceilingMb: number; heapMb: number; oldSpaceMb: number; dataMb: number };

/** The memory of a site on php-wasm: what its plan allows, and no less than PHP as WebAssembly needs. */
export function wasmMemory({ memoryMb }: Pick<SiteLimits, 'memoryMb'>): WasmMemory {
  const ceilingMb = Math.max(memoryMb, SMALLEST_CEILING_MB);
  return { ceilingMb, heapMb: ceilingMb - OUTSIDE_PHP_MB, oldSpaceMb: OLD_SPACE_MB, dataMb: ceilingMb + RESERVED_MB };
}
