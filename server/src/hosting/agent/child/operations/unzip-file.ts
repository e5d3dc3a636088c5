import { closeSync, lstatSync, mkdirSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inParent, partsOf } from '../own-files.ts';
import { below, closeFolder, openFile, openFolder, openFolderOf, type Folder } from '../site-files.ts';
import { BadZip, openZip } from '../zip-list.ts';
import { holds } from './file-outcome.ts';
import { openBeside } from './put-file.ts';
import { codeOf } from '../refused.ts';

type Result = Outputs['unzipFile'];
type Taken = Inputs['unzipFile']['taken'];

/** Names of files that are there already which are reported. */
const NAMED = 20;
/** Numbers that are tried for a name beside one that is taken. */
const MOST_COPIES = 100;

const SAFE_CODES: ReadonlySet<string> = new Set([
  'EEXIST',
  'ENOTDIR',
  'ELOOP',
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'EBUSY',
]);

/** `name (2).txt` of `name.txt`. */
export function numbered(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const at = dot <= 0 ? name.length : dot;
  return `${name.slice(0, at)} (${number})${name.slice(at)}`;
}

/** Opens the folder of a path below the target, which is made where there is none; null where something else is in the way. */
function folderFor(start: Folder, parts: readonly string[]): Folder | null {
  let folder = openFolder(below(start, '.'));
  for (const part of parts) {
    if (folder === null) return null;
    try {
      mkdirSync(below(folder, part), { mode: 0o755 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        closeFolder(folder);
        if (SAFE_CODES.has(codeOf(error))) return null;
        throw error;
      }
    }
    const next = openFolder(below(folder, part));
    closeFolder(folder);
    folder = next;
  }
  return folder;
}

/** Writes the content of an entry, a part at a time. @throws BadZip when it is not what the list says */
async function writeContent(fd: number, zip: ZipFile, entry: Entry): Promise<void> {
  let sum = 0;
  const content = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw new BadZip('zip', String(error));
  });
  const parts = content[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await parts.next().catch((error: unknown) => {
      throw new BadZip('zip', String(error));
    });
    if (done) break;
    const part = value as Buffer;
    sum = crc32(part, sum);
    for (let at = 0; at < part.length;) at += writeSync(fd, part, at);
  }
  if (sum !== entry.crc32) throw new BadZip('zip', 'a checksum');
}

/** A name that is free beside one that is taken; null where there are too many. */
function freeName(folder: Folder, name: string): string | null {
  const isFree = (one: string) => !lstatSync(below(folder, one), { throwIfNoEntry: false });
  if (isFree(name)) return name;
  for (let number = 2; number <= MOST_COPIES; number += 1)
    if (isFree(numbered(name, number))) return numbered(name, number);
  return null;
}

/** Writes one file as its name allows. Returns whether it was written. */
async function putEntry(folder: Folder, name: string, zip: ZipFile, entry: Entry, taken: Taken): Promise<boolean> {
  const as = taken === 'keep' ? freeName(folder, name) : name;
  const beside = as === null ? 'exists' : openBeside(folder, as, taken === 'replace' ? 'any' : 'nothing');
  if (typeof beside === 'string') return false;
  try {
    await writeContent(beside.fd, zip, entry);
    return beside.finish() === 'done';
  } finally {
    beside.end();
  }
}

/** Files of the archive whose place is taken. */
function takenOf(start: Folder, entries: readonly Entry[]): string[] {
  return entries.flatMap(({ fileName }) => {
    if (fileName.endsWith('/')) return [];
    const parts = fileName.split('/');
    const folder = openFolderOf(start, parts);
    if (folder === null) return [];
    try {
      return lstatSync(below(folder, parts.at(-1) ?? ''), { throwIfNoEntry: false }) ? fileName : [];
    } finally {
      if (folder !== start) closeFolder(folder);
    }
  });
}

async function unpack(start: Folder, fd: number, input: Inputs['unzipFile']): Promise<Result> {
  const { folder: at, taken, readOnly } = input;
  const { zip, entries } = await openZip(fd, input);
  if (taken === 'ask') {
    const found = takenOf(start, entries);
    if (found.length > 0)
      return {
        outcome: 'exists',
        fault: null,
        files: 0,
        skipped: 0,
        taken: found.slice(0, NAMED),
        takenCount: found.length,
      };
  }
  const done: Result = { outcome: 'done', fault: null, files: 0, skipped: 0, taken: [], takenCount: 0 };
  for (const entry of entries) {
    const isFolder = entry.fileName.endsWith('/');
    const parts = entry.fileName.replace(/\/$/, '').split('/');
    const path = [...(at === '' ? [] : [at]), ...parts].join('/');
    const folder = holds(readOnly, path) ? null : folderFor(start, isFolder ? parts : parts.slice(0, -1));
    if (folder === null) {
      done.skipped += 1;
      continue;
    }
    try {
      if (isFolder) continue;
      const isWritten = await putEntry(folder, parts.at(-1) ?? '', zip, entry, taken);
      done[isWritten ? 'files' : 'skipped'] += 1;
    } catch (error) {
      if (!SAFE_CODES.has(codeOf(error))) throw error;
      done.skipped += 1;
    } finally {
      closeFolder(folder);
    }
  }
  return done;
}

/**
 * Unpacks a zip of the site into one of its folders. Its list is checked before anything is written; each file appears as a whole.
 * What a run that was killed has unpacked stays.
 */
export async function unzipFile(root: Folder, input: Inputs['unzipFile']): Promise<Result> {
  const ended = (outcome: Result['outcome'], fault: Result['fault'] = null): Result => ({
    ...{ outcome, fault, files: 0, skipped: 0, taken: [], takenCount: 0 },
  });
  const parts = partsOf(input.folder);
  const start = parts === null ? null : openFolderOf(root, [...parts, '']);
  if (start === null) return ended('missing');
  const opened = inParent(root, input.path, openFile);
  if (opened === null) {
    closeFolder(start);
    return ended('missing');
  }
  try {
    return await unpack(start, opened.fd, input);
  } catch (error) {
    if (error instanceof BadZip) return ended('done', error.fault);
    throw error;
  } finally {
    closeSync(opened.fd);
    closeFolder(start);
  }
}
