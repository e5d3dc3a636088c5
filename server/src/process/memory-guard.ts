import { totalmem } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 2 ** 20;
const LOOK_MS = 500;
/** Of the memory of machine or container, for the panel's own process; sites need the rest. */
const SHARE = 0.7;
/** Of V8's own limit, at which it ends the process. */
const HEAP_SHARE = 0.85;
/** Buffers beside the heap that a process may have. */
const BESIDE_HEAP = 1024 * MB;
/** It takes work again below this share of the limit. */
const RECOVERED = 0.9;
/** Above this share of the limit nothing new is begun at all. */
const HARD = 1.15;
/** V8 gives memory back only when it collects, and rests when nothing happens. */
const COLLECT_MS = 5_000;

export type MemoryUse = { rssBytes: number; heapBytes: number; heapLimitBytes: number };
/** `some`: work that is large or anonymous is refused. `all`: everything new is. */
export type Shedding = 'none' | 'some' | 'all';

export type MemoryGuard = { shedding(): Shedding; limitBytes: number; look(): void; close(): void };

export type MemoryGuardOptions = {
  /** MB of resident memory; undefined for what fits machine, container and V8. */
  limitMb: number | undefined;
  /** Called when shedding begins (true) and ends. */
  onChange(isShort: boolean): void;
  use?: () => MemoryUse;
  collect?: () => void;
};

const currentUse = (): MemoryUse => {
  const { used_heap_size: heapBytes, heap_size_limit: heapLimitBytes } = getHeapStatistics();
  return { rssBytes: process.memoryUsage.rss(), heapBytes, heapLimitBytes };
};

/** Resident memory that this process may use, from the container or the machine, and V8's limit. */
export function memoryLimit(
  heapLimitBytes: number,
  container: number = process.constrainedMemory(),
  machine: number = totalmem(),
): number {
  const all = container > 0 ? Math.min(container, machine) : machine;
  return Math.round(Math.min(all * SHARE, heapLimitBytes + BESIDE_HEAP));
}

/** V8's garbage collection, which is a function only after its flag was set. */
function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => void (typeof collect === 'function' && collect({ type: 'major', execution: 'async' }));
}

/** Says when memory is short, before V8 or the kernel end the process, and when it no longer is. */
export function createMemoryGuard({
  limitMb,
  onChange,
  use = currentUse,
  collect = openCollector(),
}: MemoryGuardOptions): MemoryGuard {
  const limitBytes = limitMb === undefined ? memoryLimit(use().heapLimitBytes) : limitMb * MB;
  let state: Shedding = 'none';
  let collectedAt = -Infinity;

  const look = (): void => {
    const { rssBytes, heapBytes, heapLimitBytes } = use();
    const share = Math.max(rssBytes / limitBytes, heapBytes / (heapLimitBytes * HEAP_SHARE));
    const before = state;
    if (share >= HARD) state = 'all';
    else if (share >= 1) state = 'some';
    else if (share < RECOVERED || state === 'none') state = 'none';
    else state = 'some';
    if ((before === 'none') !== (state === 'none')) onChange(state !== 'none');
    if (state === 'none' || performance.now() - collectedAt < COLLECT_MS) return;
    collectedAt = performance.now();
    collect();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return { shedding: () => state, limitBytes, look, close: () => clearInterval(timer) };
}
