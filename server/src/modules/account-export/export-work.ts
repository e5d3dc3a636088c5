import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where archives are made: a folder for each, with the id of its export. */
export const workFolder = ({ dataDir }: { dataDir: string }): string => path.join(dataDir, 'account-export-work');

/** Removes the folders from before a time that no export needs. Returns how many. */
export async function sweepWork(
  config: { dataDir: string },
  before: Date,
  needed: (ids: string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const folder = workFolder(config);
  const old: string[] = [];
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (/^[0-9a-f-]{36}$/.test(name) && found?.isDirectory() && found.ctime < before) old.push(name);
  }
  const kept = await needed(old);
  const left = old.filter((name) => !kept.has(name));
  for (const name of left) await rm(path.join(folder, name), { recursive: true, force: true });
  return left.length;
}
