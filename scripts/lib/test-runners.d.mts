export type Result = { passed: number; failed: number; skipped: number; output?: string; note?: string };
export type Stage = { name: string; title: string; needsBuild?: boolean; run: () => Promise<Result> };
export function runNodeTests(files: readonly string[], options?: object): Promise<Result>;
