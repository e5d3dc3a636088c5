import type { Result, Stage } from './test-runners.mjs';
export function runRows(
  rows: readonly (readonly (Stage | readonly Stage[])[])[],
): Promise<(Result & Stage & { ms: number })[]>;
