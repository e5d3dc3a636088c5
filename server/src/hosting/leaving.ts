import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Below the data folder: marks of workloads that leave this machine. They outlast whatever remembers where a workload is. */
export const LEAVING = 'leaving';
/** In the folder of a site, where its code does not reach: how often it had moved when the files came here. */
const FENCE = 'fence';

const markOf = (dataDir: string, id: string): string => path.join(dataDir, LEAVING, id);

/** Whether a workload leaves this machine, or has left: nothing of it is started or answered here until its row is read again. */
export const isLeaving = (dataDir: string, id: string): Promise<boolean> =>
  access(markOf(dataDir, id)).then(
    () => true,
    () => false,
  );

/** From now on no process of this machine answers for a workload by what it remembers of where it is. */
export async function markLeaving(dataDir: string, id: string): Promise<void> {
  await mkdir(path.join(dataDir, LEAVING), { recursive: true, mode: 0o700 });
  await writeFile(markOf(dataDir, id), '', { mode: 0o600, flush: true });
}

export const unmarkLeaving = (dataDir: string, id: string): Promise<void> => rm(markOf(dataDir, id), { force: true });

/** Writes the number of a move in the folder that it has filled. */
export const writeFence = (root: string, fence: number): Promise<void> =>
  writeFile(path.join(root, FENCE), `${fence}\n`, { mode: 0o600, flush: true });

const asFence = (text: string): number => Number(/^\d{1,15}/.exec(text)?.[0] ?? 0);

/** How often a workload had moved when the files in this folder came; 0 for files that were made here. */
export const fenceOf = (root: string): Promise<number> =>
  readFile(path.join(root, FENCE), 'utf8').then(asFence, () => 0);

/** The same, where many are asked one after the other. */
export function fenceOfSync(root: string): number {
  try {
    return asFence(readFileSync(path.join(root, FENCE), 'utf8'));
  } catch {
    return 0;
  }
}
