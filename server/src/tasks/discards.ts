import type { Database } from '../db/database.ts';
import type { AppContext } from '../context/app-context.ts';
import { removeDiscarded } from '../storage/discarded.ts';
import { discardFolder } from '../storage/discarded.repo.ts';

/** Folders of the storage that the end of a task discards. */
export type Discards = {
  /** Records a folder with the end of the task. */
  add(tx: Database, folder: string): Promise<void>;
  /** Removes them, once the end is stored. */
  remove(): Promise<void>;
};

export function createDiscards(app: Pick<AppContext, 'db' | 'storage' | 'log'>): Discards {
  const folders = new Set<string>();
  return {
    async add(tx, folder) {
      await discardFolder(tx, folder);
      folders.add(folder);
    },
    async remove() {
      for (const folder of folders) await removeDiscarded(app, folder);
    },
  };
}
