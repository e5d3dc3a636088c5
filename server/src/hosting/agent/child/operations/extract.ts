import { createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { extract as unpack } from 'tar';
import type { ReadEntry } from 'tar';
import type { Inputs, Outputs } from '../../protocol.ts';
import { codeOf, Refused } from '../refused.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';

const MANIFEST_BYTES = 4096;

/**
 * Unpacks an archive from standard input into the work folder: regular files and folders below `roots`, whole or not at all.
 * @throws Refused `damaged`, `limit`; a system error when the disk is full
 */
export async function extract(
  _root: Folder,
  { roots, manifest, maxBytes }: Inputs['extract'],
  { workPath, rest }: Surroundings,
): Promise<Outputs['extract']> {
  const done: Outputs['extract'] = { files: 0, bytes: 0, skipped: 0, manifest: null };
  const faults: unknown[] = [];
  const wanted = (name: string) => roots.some((root) => name === root || name.startsWith(`${root}/`));
  const stream = unpack({
    cwd: workPath,
    preserveOwner: false,
    noMtime: false,
    filter(name, entry) {
      const { type, size } = entry as ReadEntry;
      const regular = type === 'File' || type === 'OldFile' || type === 'ContiguousFile' || type === 'Directory';
      if (name === manifest && type === 'File' && size <= MANIFEST_BYTES) return true;
      if (!regular || !wanted(name)) {
        done.skipped += 1;
        return false;
      }
      done.files += type === 'Directory' ? 0 : 1;
      done.bytes += size;
      if (done.bytes > maxBytes) faults.push(new Refused('limit', `more than ${maxBytes} bytes`));
      return faults.length === 0;
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
    await pipeline(Readable.from(input(), { objectMode: false }), stream);
    if (faults[0]) throw faults[0];
    const manifestFile = manifest === null ? null : path.join(workPath, manifest);
    if (manifestFile !== null && existsSync(manifestFile)) {
      done.manifest = readFileSync(manifestFile, 'utf8');
      rmSync(manifestFile);
    }
    return done;
  } catch (error) {
    if (error instanceof Refused || codeOf(error) in constants.errno) throw error;
    throw new Refused('damaged', String(error).slice(0, 200));
  }
}
