import type { BuildProgress, BuildStage, Recognized } from '../../../src/hosting/index.ts';
import { NEVER_MS } from '../../../src/testing/index.ts';

/** Collects what a build tells. */
export function buildProgress(signal: AbortSignal = AbortSignal.timeout(NEVER_MS)) {
  const [lines, stages, found]: [string[], BuildStage[], Recognized[]] = [[], [], []];
  return {
    ...{ lines, stages, found, signal },
    note: (line: string) => void lines.push(line),
    log: (line: string) => void lines.push(line),
    stage: (stage: BuildStage) => void stages.push(stage),
    recognized: (one: Recognized) => void found.push(one),
  };
}
