import type { SiteLimits } from '@panel/contract';
import { RESERVED_BY_V8_MB } from '../limits/lower.ts';

/** A worker's code, V8 and the compiled PHP take 300 MB before WordPress runs, so no plan gets less than this. */
const SMALLEST_CEILING_MB = 640;
/** The part of the ceiling that is not PHP's own memory. */
const OUTSIDE_PHP_MB = 256;
const OLD_SPACE_MB = 192;

/**
 * Memory limits of a worker in MB: in total (`ceilingMb`, enforced by a cgroup and the watchdog), PHP's own, V8's,
 * and the kernel's limit where there is no cgroup (`dataMb`).
 */
export type WasmMemory = { ceilingMb: number; heapMb: number; oldSpaceMb: number; dataMb: number };

/** The memory of a site on php-wasm: its plan's limit, but at least what PHP as WebAssembly needs. */
export function wasmMemory({ memoryMb }: Pick<SiteLimits, 'memoryMb'>): WasmMemory {
  const ceilingMb = Math.max(memoryMb, SMALLEST_CEILING_MB);
  return {
    ceilingMb,
    heapMb: ceilingMb - OUTSIDE_PHP_MB,
    oldSpaceMb: OLD_SPACE_MB,
    dataMb: ceilingMb + RESERVED_BY_V8_MB,
  };
}
