import { closeSync, constants, fstatSync, fsyncSync, lstatSync, openSync, unlinkSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inParent } from '../own-files.ts';
import { codeOf, Refused } from '../refused.ts';
import { below, entriesOf, type Folder } from '../site-files.ts';
import type { Surroundings } from '../surroundings.ts';
import { holds, outcomeOf } from './file-outcome.ts';
import { besideName, inTheWay, place, receive } from './put-file.ts';

type Result = Outputs['filePart'];

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
/** What nobody has continued since then is removed by the next upload into the folder. */
const ABANDONED_MS = 3 * 24 * 60 * 60_000;
const UNFINISHED = /^\.panel-[0-9a-f]{16}\.upload$/;

/** Bytes that have arrived; 0 where nothing has. */
function arrived(folder: Folder, beside: string, size: number): number {
  const stats = lstatSync(below(folder, beside), { throwIfNoEntry: false });
  if (!stats) return 0;
  if (stats.isFile() && stats.size <= size) return stats.size;
  unlinkSync(below(folder, beside));
  return 0;
}

function sweep(folder: Folder): void {
  for (const { name, kind } of entriesOf(folder)) {
    if (kind !== 'file' || !UNFINISHED.test(name.toString('latin1'))) continue;
    const stats = lstatSync(below(folder, name), { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) unlinkSync(below(folder, name));
  }
}

/** Appends the input. A part that is cut off stays as far as it came: the upload goes on from there. */
function append(folder: Folder, name: string, beside: string, input: Inputs['filePart'], rest: Buffer): Result {
  const { size, from, bytes, over } = input;
  const fd = openSync(below(folder, beside), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    const there = fstatSync(fd);
    // Another part came first; the caller goes on from here.
    if (!there.isFile() || there.size !== from) return { outcome: 'done', offset: there.size, placed: false };
    if (from + bytes > size) throw new Refused('failed', 'more than was announced');
    try {
      receive(fd, bytes, rest, () => undefined);
    } catch (error) {
      // What does not fit now takes no space from the site.
      if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))) unlinkSync(below(folder, beside));
      throw error;
    }
    const offset = from + bytes;
    if (offset < size) {
      if (!process.permission) fsyncSync(fd);
      return { outcome: 'done', offset, placed: false };
    }
    const late = inTheWay(folder, name, over);
    if (late !== null) return { outcome: late, offset, placed: false };
    if (place(folder, beside, name, fd, over)) unlinkSync(below(folder, beside));
    return { outcome: 'done', offset, placed: true };
  } finally {
    closeSync(fd);
  }
}

/**
 * One part of a file that arrives in several, in a file beside its place. What has arrived is the length of that file, so that an
 * upload goes on after the connection, the browser, the panel or this run has ended.
 */
export function filePart(root: Folder, input: Inputs['filePart'], { rest }: Surroundings): Result {
  const { path, key, size, over, readOnly } = input;
  const refused = (outcome: Result['outcome']): Result => ({ outcome, offset: 0, placed: false });
  if (holds(readOnly, path)) return refused('readOnly');
  try {
    const result = inParent(root, path, (folder, name): Result => {
      const beside = besideName(`${name}\0${key}`, 'upload');
      if (input.step === 'drop') {
        if (lstatSync(below(folder, beside), { throwIfNoEntry: false })) unlinkSync(below(folder, beside));
        return { outcome: 'done', offset: 0, placed: false };
      }
      const early = inTheWay(folder, name, over);
      if (early !== null) return refused(early);
      if (input.step === 'put') return append(folder, name, beside, input, rest);
      sweep(folder);
      return { outcome: 'done', offset: arrived(folder, beside, size), placed: false };
    });
    return result ?? refused('missing');
  } catch (error) {
    return refused(outcomeOf(error));
  }
}
