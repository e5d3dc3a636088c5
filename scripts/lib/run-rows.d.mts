import type { Result, Stage } from './test-runners.mjs';
export function runRows(
  rows: readonly (readonly (Stage | readonly Stage[])[])[],
  watch?: { onRowEnd?: (row: readonly Stage[], spent: { ms: number; processorMs: number }) => void },
): Promise<(Result & Stage & { ms: number })[]>;
