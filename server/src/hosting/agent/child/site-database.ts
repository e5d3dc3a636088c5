import { closeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refused } from './refused.ts';
import { inFolderOf, openFile, readStart } from './site-files.ts';
import type { Folder } from './site-files.ts';

const CONFIG_BYTES = 65_536;
const BUSY_MS = 1500;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
/** SQLite's code for an interrupted write that only a writer can roll back: `SQLITE_READONLY_ROLLBACK`. */
const SQLITE_HOT_JOURNAL = 776;
/** SQLite's memory limit: it rejects a value of a gigabyte instead of reading it. */
const SETTINGS =
  'PRAGMA hard_heap_limit = 33554432; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY';

/**
 * Reads a site's database without changing it; null when there is none, or when a table is missing. This process's
 * deadline ends an endless query.
 * @throws Refused `busy` when the database is locked or a write to it was interrupted, `unreadable` when it is not a
 * database
 */
export function inDatabase<T>(root: Folder, file: string, use: (database: DatabaseSync) => T): T | null {
  const regular = inFolderOf(root, file.split('/'), (folder, name) => {
    const opened = openFile(folder, name);
    if (opened !== null) closeSync(opened.fd);
    return opened;
  });
  if (regular === null || regular.stats.size === 0) return null;
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path.join(root.path.toString(), file), { readOnly: true, timeout: BUSY_MS });
    database.exec(SETTINGS);
    return use(database);
  } catch (error) {
    const extended = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
    const code = extended & 0xff;
    const message = error instanceof Error ? error.message : String(error);
    if (message.startsWith('no such table')) return null;
    if (extended === SQLITE_HOT_JOURNAL)
      throw new Refused('busy', 'a write was interrupted; the next request of the site completes or undoes it');
    throw new Refused(code === SQLITE_BUSY || code === SQLITE_LOCKED ? 'busy' : 'unreadable', message.slice(0, 200));
  } finally {
    database?.close();
  }
}

/** The prefix of the site's tables, which an imported site brings along. */
export const prefixOf = (root: Folder): string =>
  /^\$table_prefix = '(\w{1,64})';$/m.exec(readStart(root, 'wp-config.php', CONFIG_BYTES) ?? '')?.[1] ?? 'wp_';
