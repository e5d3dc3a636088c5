import type { Result } from './schedule.mjs';
export function testFiles(folder: string): string[];
export function runCheck(file: string, args: readonly string[], options?: object): Promise<Result>;
export function runNodeTests(
  files: readonly string[],
  options?: { env?: Record<string, string>; concurrency?: number; timeoutMs?: number; onLine?: (line: string) => void },
): Promise<Result>;
