import type { ChildProcess, SpawnOptions } from 'node:child_process';
export function start(file: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
export function ended(child: ChildProcess): Promise<{ code: number; signal: NodeJS.Signals | null }>;
/** Ends a child gracefully, after `graceMs` by force, together with its descendants. */
export function endProcess(child: ChildProcess, options?: { graceMs?: number; signal?: NodeJS.Signals }): Promise<void>;
export function endAll(options?: { graceMs?: number; signal?: NodeJS.Signals }): Promise<void>;
export function run(
  file: string,
  args: readonly string[],
  options?: SpawnOptions & { onLine?: (line: string) => void; timeoutMs?: number; quietMs?: number },
): Promise<{ code: number; output: string; timedOut: boolean }>;
/** Ends all children, then this process, on Ctrl-C, SIGTERM, a closed terminal or the end of `npm run`. */
export function endWithSignals(options?: {
  onFirst?: (signal: string) => void;
  graceMs?: number;
  code?: (signal: string) => number;
}): void;
