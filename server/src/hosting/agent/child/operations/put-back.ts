import { chmodSync, closeSync, fsyncSync, lstatSync, mkdirSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { partsOf, partsOfFile } from '../own-files.ts';
import { Refused } from '../refused.ts';
import { below, entriesOf, inFolder, inFolderOf, MAX_DEPTH, openFile, type Folder } from '../site-files.ts';
import type { Surroundings } from '../surroundings.ts';
import { extract } from './extract.ts';
import { openNew, partial } from './put-file.ts';

const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/** Unpacks files of an archive beside the site, and puts them back; see `Inputs.putBack`. */
export async function putBack(
  root: Folder,
  { paths, manifest, readOnly, maxBytes }: Inputs['putBack'],
  surroundings: Surroundings,
): Promise<Outputs['putBack']> {
  const { work } = surroundings;
  if (work === null) throw new Refused('failed', 'there is no work folder');
  const places = paths.map((path) => {
    const parts = partsOf(path);
    if (parts === null || parts.length < 2) throw new Refused('failed', 'a path is not valid');
    return parts;
  });
  const roots = places.map((parts) => parts.join('/'));
  const { checked, damaged } = await extract(root, { roots, manifest, maxBytes }, surroundings);
  const done = { files: 0, bytes: 0, skipped: 0, checked, damaged };
  if (damaged.length > 0) return done;
  const shared = new Set(readOnly.map((entry) => `public/${entry}`));

  const file = (from: Folder, name: Buffer | string, to: Folder): boolean => {
    const opened = openFile(from, name);
    if (opened === null) return false;
    try {
      if (!replace(opened.fd, opened.stats.size, to, name)) return false;
      done.files += 1;
      done.bytes += opened.stats.size;
      return true;
    } finally {
      closeSync(opened.fd);
    }
  };
  /** Puts one entry back; false when something else is in its place. */
  const put = (from: Folder, to: Folder, name: Buffer | string, at: string, depth: number): boolean => {
    if (shared.has(at) || depth > MAX_DEPTH) return false;
    if (!lstatSync(below(from, name)).isDirectory()) return file(from, name, to);
    const all = inFolder(from, name, (source) => {
      if (!lstatSync(below(to, name), { throwIfNoEntry: false })) mkdirSync(below(to, name), { mode: FOLDER_MODE });
      return inFolder(to, name, (target) => {
        for (const entry of [...entriesOf(source)])
          if (!put(source, target, entry.name, `${at}/${entry.name.toString()}`, depth + 1)) done.skipped += 1;
        return true;
      });
    });
    return all !== null;
  };

  for (const parts of places) {
    const isThere = (folder: Folder, name: string) => lstatSync(below(folder, name), { throwIfNoEntry: false }) ?? null;
    if (inFolderOf(work, parts, isThere) === null)
      throw new Refused('empty', `the archive does not have ${parts.slice(1).join('/')}`);
  }
  for (const parts of places)
    inFolderOf(work, parts, (folder, name) => {
      const isDone = inNewFolderOf(root, parts, shared, (to) => put(folder, to, name, parts.join('/'), 1));
      if (!isDone) done.skipped += 1;
      return true;
    });
  return done;
}

/** Walks to the folder of a path, and creates what is missing; null when something else is in the way. */
function inNewFolderOf(
  root: Folder,
  parts: readonly string[],
  shared: ReadonlySet<string>,
  use: (folder: Folder) => boolean,
  depth = 0,
): boolean | null {
  const name = parts[depth] ?? '';
  if (depth === parts.length - 1) return use(root);
  if (shared.has(parts.slice(0, depth + 1).join('/'))) return null;
  if (depth > 0 && !lstatSync(below(root, name), { throwIfNoEntry: false }))
    mkdirSync(below(root, name), { mode: FOLDER_MODE });
  return inFolder(root, name, (folder) => inNewFolderOf(folder, parts, shared, use, depth + 1));
}

/** Writes a file beside its place and puts it there with one step; false when something else is there. */
function replace(from: number, size: number, folder: Folder, name: Buffer | string): boolean {
  const there = lstatSync(below(folder, name), { throwIfNoEntry: false });
  if (there && !there.isFile()) return false;
  const beside = partial(name.toString());
  const fd = openNew(folder, beside);
  if (fd === null) return false;
  let isBeside = true;
  try {
    for (const part of partsOfFile(from, size)) for (let at = 0; at < part.length;) at += writeSync(fd, part, at);
    if (!process.permission) fsyncSync(fd);
    chmodSync(below(folder, beside), there ? there.mode & 0o777 : FILE_MODE);
    renameSync(below(folder, beside), below(folder, name));
    isBeside = false;
    return true;
  } finally {
    closeSync(fd);
    if (isBeside) unlinkSync(below(folder, beside));
  }
}
