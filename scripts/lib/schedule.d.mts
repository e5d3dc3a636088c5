export type Result = { passed: number; failed: number; skipped: number; output?: string; note?: string };
export type Stage = { name: string; title: string; cost: number; after?: string[]; run: () => Promise<Result> };
export function runStages(
  stages: readonly Stage[],
  capacity: number,
  watch?: { onStart?: (stage: Stage) => void; onEnd?: (stage: Stage, result: Result, ms: number) => void },
): Promise<Map<string, Result & { ms: number }>>;
