import { lstatSync, mkdirSync, renameSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inParent } from '../own-files.ts';
import { below, type Folder } from '../site-files.ts';
import type { Surroundings } from '../surroundings.ts';
import { copyEntry } from './copy-entry.ts';
import { holds, outcomeOf, touches } from './file-outcome.ts';
import { putFile } from './put-file.ts';
import { removeEntry } from './remove-entry.ts';
import { setMode } from './set-mode.ts';

type Result = Outputs['fileChange'];
type Outcome = Result['outcome'];

function move(from: Folder, name: string, to: Folder, as: string): Outcome {
  lstatSync(below(from, name));
  if (lstatSync(below(to, as), { throwIfNoEntry: false })) return 'exists';
  renameSync(below(from, name), below(to, as));
  return 'done';
}

/** Whether a change concerns what every site shares. */
function isRefused({ readOnly, ...change }: Inputs['fileChange']): boolean {
  const { action, path } = change;
  if (action === 'copy') return touches(readOnly, change.to);
  if (action === 'move') return touches(readOnly, path) || touches(readOnly, change.to);
  return action === 'remove' ? touches(readOnly, path) : holds(readOnly, path);
}

/** Changes one file or folder. Nothing is followed: neither a link in the path nor one at its end. */
export async function fileChange(
  root: Folder,
  change: Inputs['fileChange'],
  { rest }: Surroundings,
): Promise<Outputs['fileChange']> {
  const { readOnly, path } = change;
  const ended = (outcome: Outcome): Result => ({ outcome, version: null });
  if (isRefused(change)) return ended('readOnly');
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
        case 'copy':
          if (change.to === path || change.to.startsWith(`${path}/`)) return ended('inside');
          return ended(inParent(root, change.to, (to, as) => copyEntry(folder, name, to, as, change)) ?? 'missing');
        case 'remove':
          removeEntry(folder, name);
          return ended('done');
        case 'mode':
          return ended(setMode(folder, name, change, (one) => holds(readOnly, one)));
      }
    });
    return result ?? ended('missing');
  } catch (error) {
    return ended(outcomeOf(error));
  }
}
