import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable, Transform } from 'node:stream';
import { extract as unpack } from 'tar';
import type { ReadEntry } from 'tar';
import type { Inputs, Outputs } from '../../protocol.ts';
import {
  createFoundHashes,
  HASH_LIST,
  MAX_LIST_BYTES,
  namedFiles,
  readHashList,
  type FoundHashes,
} from '../hash-list.ts';
import { createLinks } from '../inner-links.ts';
import { codeOf, Refused } from '../refused.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';

const MANIFEST_BYTES = 4096;

/**
 * Unpacks an archive from standard input into the work folder: regular files and folders below `roots`, and links where they
 * are wanted, whole or not at all.
 * @throws Refused `damaged`, `limit`; a system error when the disk is full
 */
export async function extract(
  _root: Folder,
  { roots, manifest, maxBytes, links: keepsLinks = false }: Inputs['extract'],
  { work, workPath, rest }: Surroundings,
): Promise<Outputs['extract']> {
  const done: Outputs['extract'] = { files: 0, bytes: 0, skipped: 0, manifest: null, checked: null, damaged: [] };
  const faults: unknown[] = [];
  const hashes = createFoundHashes();
  const links = createLinks();
  const wanted = (name: string) => roots.some((root) => name === root || name.startsWith(`${root}/`));
  /** What describes the archive, by name and size at most. An archive without a manifest is none of ours. */
  const about = new Map(
    manifest === null
      ? []
      : [
          [manifest, MANIFEST_BYTES],
          [HASH_LIST, MAX_LIST_BYTES],
        ],
  );
  const stream = unpack({
    cwd: workPath,
    preserveOwner: false,
    noMtime: false,
    filter(name, entry) {
      const { type, size } = entry as ReadEntry;
      const regular = type === 'File' || type === 'OldFile' || type === 'ContiguousFile' || type === 'Directory';
      if (type === 'File' && size <= (about.get(name) ?? -1)) return true;
      if (keepsLinks && type === 'SymbolicLink' && wanted(name)) {
        try {
          links.add(name, (entry as ReadEntry).linkpath ?? '');
        } catch (error) {
          faults.push(error);
        }
        return false;
      }
      if (!regular || !wanted(name)) {
        done.skipped += 1;
        return false;
      }
      if (keepsLinks) entry.mode = type === 'Directory' || ((entry.mode ?? 0) & 0o111) !== 0 ? 0o755 : 0o644;
      done.files += type === 'Directory' ? 0 : 1;
      done.bytes += size;
      if (done.bytes > maxBytes) faults.push(new Refused('limit', `more than ${maxBytes} bytes`));
      return faults.length === 0;
    },
    ...(manifest !== null && { transform: (entry: ReadEntry) => hashing(entry.path, hashes) }),
    onwarn(kind, text, details: unknown) {
      if (kind !== 'TAR_ENTRY_INFO') faults.push(details instanceof Error ? details : new Error(`${kind}: ${text}`));
    },
  });
  const input = async function* () {
    if (rest.length > 0) yield rest;
    yield* createReadStream('', { fd: 0, autoClose: false });
  };
  const taken = (name: string): string | null => {
    const file = path.join(workPath, name);
    if (!about.has(name) || !existsSync(file)) return null;
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    return text;
  };
  try {
    await pipeline(Readable.from(input(), { objectMode: false }), stream);
    if (faults[0]) throw faults[0];
    // After all files, so that none is written through one.
    if (work !== null) done.skipped += links.make(work);
    if (manifest !== null) done.manifest = taken(manifest);
    const list = taken(HASH_LIST);
    return list === null ? done : { ...done, ...compared(list, hashes, wanted) };
  } catch (error) {
    if (error instanceof Refused || codeOf(error) in constants.errno) throw error;
    throw new Refused('damaged', String(error).slice(0, 200));
  }
}

/** Passes the content of an entry on, and records its SHA-256. */
function hashing(name: string, hashes: FoundHashes): ReadEntry {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      next(null, chunk);
    },
    flush(next) {
      hashes.set(name, hash.digest('hex'));
      next();
    },
  });
  // Any stream can be returned; the library's type names its own.
  return stream as unknown as ReadEntry;
}

/**
 * Compares the unpacked files with the list of their archive.
 * @throws Refused `damaged` for a list that is damaged itself
 */
function compared(list: string, hashes: FoundHashes, wanted: (name: string) => boolean) {
  const expected = readHashList(list);
  if (expected === null) throw new Refused('damaged', 'the list of its files');
  const files = [...expected].filter(([name]) => wanted(name));
  const damaged = files.flatMap(([name, hash]) => (hashes.get(name) === hash ? [] : name));
  return { checked: files.length, damaged: namedFiles(damaged) };
}
