import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../lib/parse-json.ts';

/** In the data folder: the last backup of the installation that was made and read back. */
export const LAST_FILE = 'installation-backup.json';

const LAST = v.object({ at: v.pipe(v.string(), v.isoTimestamp()), place: v.string(), size: v.number() });

/** The last backup of the installation in a data folder; null when none was made. */
export async function lastBackup(dataDir: string): Promise<v.InferOutput<typeof LAST> | null> {
  const text = await readFile(path.join(dataDir, LAST_FILE), 'utf8').catch(() => null);
  return text === null ? null : parseJson(LAST, text);
}
