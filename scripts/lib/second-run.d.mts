import type { Result, Stage } from './test-runners.mjs';

type Ended = Result & { name: string; title: string; ms: number };

/** The test files that have failed, or null where more is wrong than single tests. */
export function failedFiles(results: readonly Ended[]): string[] | null;

/** Runs the files of failed tests a second time; `unstable` names those that passed then. */
export function runAgain(
  results: readonly Ended[],
  options?: {
    stagesFor?: (files: Map<string, string[]>) => (Stage | Stage[])[][];
    onBegin?: (files: string[]) => void;
    onLine?: (line: string) => void;
  },
): Promise<(Ended & { unstable?: string[] })[]>;
