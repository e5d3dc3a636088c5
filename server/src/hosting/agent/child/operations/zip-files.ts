import { closeSync, lstatSync, writeSync } from 'node:fs';
import { Zip, ZipDeflate, ZipPassThrough, type ZipInputFile } from 'fflate';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inParent, partsOfFile } from '../own-files.ts';
import { Refused } from '../refused.ts';
import { below, closeFolder, entriesOf, MAX_DEPTH, openFile, openFolder, type Folder } from '../site-files.ts';
import { holds, outcomeOf } from './file-outcome.ts';
import { writeBeside } from './put-file.ts';

type Result = Outputs['zipFiles'];

/** Content that is compressed already: packing it again takes time and saves nothing. */
const PACKED = /\.(?:jpe?g|png|gif|webp|avif|mp[34]|mov|webm|woff2?|zip|gz|tgz|br|zst|7z|rar|pdf)$/i;
/** Permissions are in the upper half of what a zip says about a file, when the system that wrote it was Unix. */
const UNIX = 3;
const attributes = (mode: number): number => (mode & 0o777) << 16;

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** Packs regular files and folders. Links and special files are left out. @throws Refused `limit` */
function pack(root: Folder, { paths, maxBytes, maxFiles }: Inputs['zipFiles'], fd: number): Omit<Result, 'outcome'> {
  const done = { files: 0, skipped: 0 };
  let [bytes, entries] = [0, 0];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    writeAll(fd, chunk);
  });
  const start = (entry: ZipInputFile, mode: number): void => {
    entries += 1;
    if (entries > maxFiles) throw new Refused('limit', `more than ${maxFiles} files`);
    Object.assign(entry, { os: UNIX, attrs: attributes(mode) });
    zip.add(entry);
  };
  const file = (folder: Folder, name: Buffer | string, as: string): void => {
    const opened = openFile(folder, name);
    if (opened === null) return void (done.skipped += 1);
    try {
      const entry = PACKED.test(as) ? new ZipPassThrough(as) : new ZipDeflate(as, { level: 6 });
      // A zip has no time before 1980.
      entry.mtime = Math.max(opened.stats.mtimeMs, Date.UTC(1980, 0, 2));
      start(entry, opened.stats.mode);
      for (const part of partsOfFile(opened.fd, maxBytes + 1)) {
        bytes += part.length;
        if (bytes > maxBytes) throw new Refused('limit', `more than ${maxBytes} bytes`);
        // It is kept until it is compressed.
        entry.push(Uint8Array.from(part));
      }
      entry.push(new Uint8Array(0), true);
      done.files += 1;
    } finally {
      closeSync(opened.fd);
    }
  };
  const folder = (parent: Folder, name: Buffer | string, as: string, depth: number): void => {
    const opened = depth > MAX_DEPTH ? null : openFolder(below(parent, name));
    if (opened === null) return void (done.skipped += 1);
    try {
      const entry = new ZipPassThrough(`${as}/`);
      start(entry, 0o755);
      entry.push(new Uint8Array(0), true);
      for (const one of entriesOf(opened)) {
        const text = one.name.toString('utf8');
        const isText = Buffer.from(text).equals(one.name);
        if (!isText || one.kind === 'other') done.skipped += 1;
        else if (one.kind === 'file') file(opened, one.name, `${as}/${text}`);
        else folder(opened, one.name, `${as}/${text}`, depth + 1);
      }
    } finally {
      closeFolder(opened);
    }
  };
  for (const path of paths) {
    const found = inParent(root, path, (parent, name) => {
      const stats = lstatSync(below(parent, name), { throwIfNoEntry: false });
      if (stats?.isDirectory()) folder(parent, name, name, 1);
      else if (stats?.isFile()) file(parent, name, name);
      return stats?.isDirectory() || stats?.isFile();
    });
    if (!found) done.skipped += 1;
  }
  zip.end();
  return done;
}

const STDOUT = 1;

/** Writes a zip of files and folders to a new file of the site, or to the output. */
export function zipFiles(root: Folder, input: Inputs['zipFiles']): Result {
  const { to, readOnly } = input;
  const refused = (outcome: Result['outcome']): Result => ({ outcome, files: 0, skipped: 0 });
  if (to === null) return { outcome: 'done', ...pack(root, input, STDOUT) };
  if (holds(readOnly, to)) return refused('readOnly');
  try {
    const result = inParent(root, to, (folder, name): Result => {
      const written = writeBeside(folder, name, 'nothing', (fd) => pack(root, input, fd));
      return written.outcome === 'done' ? { outcome: 'done', ...written.value } : refused(written.outcome);
    });
    return result ?? refused('missing');
  } catch (error) {
    if (error instanceof Refused) throw error;
    return refused(outcomeOf(error));
  }
}
