import { createReadStream } from 'node:fs';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import type { ReadEntry } from 'tar';
import type { Inputs, Outputs } from '../../protocol.ts';
import { isLeftOut, makeSource, publish } from '../published.ts';
import { codeOf, Refused } from '../refused.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';

/**
 * Unpacks the archive of a repository: regular files below its single top folder, whole or not at all.
 * @throws Refused `damaged`, `limit`, `empty`; a system error when the disk is full
 */
export async function unpack(
  _root: Folder,
  { maxBytes, maxFiles, maxDepth }: Inputs['unpack'],
  { workPath, rest }: Surroundings,
): Promise<Outputs['unpack']> {
  const done = { files: 0, bytes: 0, skipped: 0 };
  const faults: unknown[] = [];
  const stream = extract({
    cwd: makeSource(workPath),
    strip: 1,
    preserveOwner: false,
    filter(name, entry) {
      const { type, size } = entry as ReadEntry;
      if (type === 'Directory') return false;
      const parts = name.split('/').slice(1);
      if ((type !== 'File' && type !== 'OldFile') || parts.some(isLeftOut) || parts.length > maxDepth) {
        done.skipped += 1;
        return false;
      }
      done.files += 1;
      done.bytes += size;
      if (done.bytes > maxBytes) faults.push(new Refused('limit', `more than ${maxBytes} bytes`));
      if (done.files > maxFiles) faults.push(new Refused('limit', `more than ${maxFiles} files`));
      return faults.length === 0;
    },
    onwarn(kind, text, details: unknown) {
      if (kind !== 'TAR_ENTRY_INFO') faults.push(details instanceof Error ? details : new Error(`${kind}: ${text}`));
    },
  });
  const input = async function* () {
    if (rest.length > 0) yield rest;
    for await (const chunk of createReadStream('', { fd: 0, autoClose: false })) {
      // Stops reading an archive that is refused anyway.
      if (faults[0]) throw faults[0];
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.from(input(), { objectMode: false }), stream);
    if (faults[0]) throw faults[0];
  } catch (error) {
    if (error instanceof Refused || codeOf(error) in constants.errno) throw error;
    throw new Refused('damaged', String(error).slice(0, 200));
  }
  return { ...done, folder: publish(workPath) };
}
