import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { flush } from '../lib/durable.ts';
import { parseJson } from '../lib/parse-json.ts';
import { DataFolderError } from './folder-lock.ts';

const MARKER = 'restore-unfinished.json';
/** Where a restore prepares what it puts in place. */
export const RESTORE_FOLDER = 'restore-work';
/** Where a restore keeps what was in the data folder before. */
export const KEPT_FOLDER = 'before-restore-';

/** Names in a data folder that belong to a restore. */
export const RESTORE_NAMES = [MARKER, `${MARKER}.part`, RESTORE_FOLDER, /^before-restore-/] as const;

const STATE = v.object({
  /** `keeping`: the old content is moved aside. `placing`: what is in the folder is the new content, not all of it yet. */
  step: v.picklist(['keeping', 'placing']),
  /** The name of the folder with the old content, and of the schemas in a PostgreSQL of its own. */
  kept: v.pipe(v.string(), v.regex(/^before-restore-\w+$/)),
});

/** How far a restore has come in replacing what was there. */
export type RestoreState = v.InferOutput<typeof STATE>;

/** The restore that has begun to replace a data folder; null when there is none. @throws DataFolderError */
export function restoreState(dataDir: string): RestoreState | null {
  const file = path.join(dataDir, MARKER);
  if (!existsSync(file)) return null;
  const state = parseJson(STATE, readFileSync(file));
  if (state === null) throw new DataFolderError(`${file} is damaged. Restore into an empty folder instead.`);
  return state;
}

/** Notes how far a restore has come, in a way that survives a power cut; null once it has ended. */
export async function noteRestore(dataDir: string, state: RestoreState | null): Promise<void> {
  const file = path.join(dataDir, MARKER);
  if (state === null) await rm(file, { force: true });
  else {
    await writeFile(`${file}.part`, JSON.stringify(state), { flush: true, mode: 0o600 });
    await rename(`${file}.part`, file);
  }
  await flush(dataDir);
}

/** @throws DataFolderError while the data folder is neither the old one nor the restored one */
export function refuseHalfRestored(dataDir: string): void {
  if (restoreState(dataDir) !== null)
    throw new DataFolderError(
      `The restore into ${dataDir} is not finished. Run it again: npm run restore -- <backup>. What was there before is in the folder ${KEPT_FOLDER}….`,
    );
}
