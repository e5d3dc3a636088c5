import type { Result, Stage } from './test-runners.mjs';
export function runRows(
  rows: readonly (readonly (Stage | readonly Stage[])[])[],
  watch?: {
    onLine?: (stage: Stage, line: string) => void;
    onRowEnd?: (row: readonly Stage[], spent: { ms: number; processorMs: number; busyMs: number }) => void;
  },
): Promise<(Result & Stage & { ms: number })[]>;
