import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockFolder } from '../../server/src/db/folder-lock.ts';
import { isPanelFolder, KEPT_FILE } from './data-folder.mjs';

const TRASH = 'reset.trash';
/** Folders of the embedded databases: PGlite and PostgreSQL. */
const DATABASES = new Set(['db', 'postgres']);

/**
 * Empties a panel's data folder. Holds the lock throughout, and removes the database first and in one step, so that
 * an interrupted reset leaves a usable folder.
 * @throws DataFolderError when a running panel uses the folder
 */
export async function resetData(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  if (!isPanelFolder(dataDir)) return;
  const unlock = lockFolder(dataDir);
  try {
    const trash = path.join(dataDir, TRASH);
    rmSync(trash, { recursive: true, force: true });
    mkdirSync(trash);
    const entries = readdirSync(dataDir).filter((name) => name !== TRASH && !name.startsWith(KEPT_FILE));
    for (const name of entries.toSorted((a, b) => Number(DATABASES.has(b)) - Number(DATABASES.has(a)))) {
      renameSync(path.join(dataDir, name), path.join(trash, name));
    }
    rmSync(trash, { recursive: true, force: true });
  } finally {
    unlock();
  }
}
