export type Result = {
  passed: number;
  failed: number;
  skipped: number;
  files?: { file: string; ms: number }[];
  failures?: string[];
  reasons?: Record<string, string>;
  output?: string;
  note?: string;
};
export type Stage = {
  name: string;
  title: string;
  needsBuild?: boolean;
  run: (onLine: (line: string) => void) => Promise<Result>;
};
export function runNodeTests(files: readonly string[], options?: object): Promise<Result>;
