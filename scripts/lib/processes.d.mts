import type { ChildProcess, SpawnOptions } from 'node:child_process';
export function start(file: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
export function ended(child: ChildProcess): Promise<{ code: number; signal: NodeJS.Signals | null }>;
/** Ends a child gracefully, after `graceMs` by force, together with its descendants. */
export function endProcess(child: ChildProcess, options?: { graceMs?: number; signal?: NodeJS.Signals }): Promise<void>;
export function endAll(options?: { graceMs?: number; signal?: NodeJS.Signals }): Promise<void>;
export function run(
  file: string,
  args: readonly string[],
  options?: SpawnOptions & { onLine?: (line: string) => void; timeoutMs?: number },
): Promise<{ code: number; output: string; timedOut: boolean }>;
