import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { list, type ReadEntry } from 'tar';
import type { Inputs, Outputs } from '../../protocol.ts';
import { Refused } from '../refused.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';

/** Lines that are written at once. */
const AT_ONCE = 500;

/** Writes the files of an archive from standard input to standard output; see `Inputs.archiveListing`. */
export async function archiveListing(
  _root: Folder,
  { folder, maxFiles }: Inputs['archiveListing'],
  { rest }: Surroundings,
): Promise<Outputs['archiveListing']> {
  const lines: string[] = [];
  const below = `${folder}/`;
  let complete = true;
  const faults: unknown[] = [];
  const entries = list({
    onReadEntry({ type, path, size, mtime }: ReadEntry) {
      if (type !== 'File' || !path.startsWith(below)) return;
      if (lines.length < maxFiles)
        lines.push(`${JSON.stringify([path.slice(below.length), size, mtime?.getTime() ?? null])}\n`);
      else complete = false;
    },
    onwarn(kind, text, details: unknown) {
      if (kind !== 'TAR_ENTRY_INFO') faults.push(details instanceof Error ? details : new Error(`${kind}: ${text}`));
    },
  });
  const input = async function* () {
    if (rest.length > 0) yield rest;
    yield* createReadStream('', { fd: 0, autoClose: false });
  };
  try {
    await pipeline(Readable.from(input(), { objectMode: false }), entries);
    if (faults[0]) throw faults[0];
  } catch (error) {
    throw new Refused('damaged', String(error).slice(0, 200));
  }
  const chunks = function* () {
    for (let at = 0; at < lines.length; at += AT_ONCE) yield lines.slice(at, at + AT_ONCE).join('');
  };
  await pipeline(Readable.from(chunks()), createWriteStream('', { fd: 1 }));
  return { files: lines.length, complete };
}
