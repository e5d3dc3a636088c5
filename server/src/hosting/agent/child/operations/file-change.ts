import { chmodSync, lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inParent, withEntry } from '../own-files.ts';
import { codeOf } from '../refused.ts';
import { below, closeFolder, enterFolder, entriesOf, MAX_DEPTH, type Folder } from '../site-files.ts';
import type { Surroundings } from '../surroundings.ts';
import { putFile } from './put-file.ts';

type Result = Outputs['fileChange'];
type Outcome = Result['outcome'];

/** Errors of the system that say what is in the way. Everything else is a failure. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ELOOP: 'other',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  EISDIR: 'exists',
  EACCES: 'readOnly',
  EPERM: 'readOnly',
  EROFS: 'readOnly',
  EBUSY: 'readOnly',
  EXDEV: 'readOnly',
  EINVAL: 'inside',
};

const isFolder = (folder: Folder, name: Buffer | string): boolean => lstatSync(below(folder, name)).isDirectory();

/** Removes an entry; of a folder everything below it. Each folder is reached through the one that holds it. */
function remove(parent: Folder, name: Buffer | string, depth = 0): void {
  if (!isFolder(parent, name)) return unlinkSync(below(parent, name));
  if (depth < MAX_DEPTH) {
    const folder = enterFolder(below(parent, name));
    try {
      for (const entry of [...entriesOf(folder)]) remove(folder, entry.name, depth + 1);
    } finally {
      closeFolder(folder);
    }
  }
  rmdirSync(below(parent, name));
}

function move(from: Folder, name: string, to: Folder, as: string): Outcome {
  lstatSync(below(from, name));
  if (lstatSync(below(to, as), { throwIfNoEntry: false })) return 'exists';
  renameSync(below(from, name), below(to, as));
  return 'done';
}

function setMode(folder: Folder, name: string, mode: number): Outcome {
  return withEntry(folder, name, (fd, stats) => {
    if (!stats.isFile() && !stats.isDirectory()) return 'other';
    chmodSync(`/proc/self/fd/${fd}`, mode);
    return 'done';
  });
}

/** Whether a change of `path` would change what every site shares. */
const touches = (readOnly: readonly string[], path: string): boolean =>
  readOnly.some((entry) => entry === path || path.startsWith(`${entry}/`) || entry.startsWith(`${path}/`));

const holds = (readOnly: readonly string[], path: string): boolean =>
  readOnly.some((entry) => entry === path || path.startsWith(`${entry}/`));

/** Changes one file or folder. Nothing is followed: neither a link in the path nor one at its end. */
export async function fileChange(
  root: Folder,
  change: Inputs['fileChange'],
  { rest }: Surroundings,
): Promise<Outputs['fileChange']> {
  const { readOnly, path } = change;
  const ended = (outcome: Outcome): Result => ({ outcome, version: null });
  const moves = change.action === 'move' || change.action === 'remove';
  if (moves ? touches(readOnly, path) : holds(readOnly, path)) return ended('readOnly');
  if (change.action === 'move' && touches(readOnly, change.to)) return ended('readOnly');
  try {
    const result = inParent(root, path, (folder, name): Result => {
      switch (change.action) {
        case 'put':
          return putFile(folder, name, change, rest);
        case 'folder':
          mkdirSync(below(folder, name), { mode: 0o755 });
          return ended('done');
        case 'move':
          return ended(inParent(root, change.to, (to, as) => move(folder, name, to, as)) ?? 'missing');
        case 'remove':
          remove(folder, name);
          return ended('done');
        case 'mode':
          return ended(setMode(folder, name, change.mode));
      }
    });
    return result ?? ended('missing');
  } catch (error) {
    const outcome = OUTCOMES[codeOf(error)];
    if (outcome === undefined) throw error;
    return ended(outcome);
  }
}
