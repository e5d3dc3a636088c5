import { createReadStream } from 'node:fs';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, Parser } from 'tar';
import type { ReadEntry } from 'tar';
import type { Inputs, Outputs } from '../../protocol.ts';
import { isLeftOut, makeSource, publish } from '../published.ts';
import { codeOf, Refused } from '../refused.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';

/** What is looked through before anything is written: bytes of the archive, and of its content. */
const FIRST_BYTES = 4 * 1024 ** 2;
const FIRST_CONTENT = 64 * 1024 ** 2;

/** Counts what an archive contains, and says what of it is taken. `fault`: it contains too much. */
function createTally({ maxBytes, maxFiles, maxDepth }: Inputs['unpack']) {
  const done = { files: 0, bytes: 0, skipped: 0 };
  const tally = {
    done,
    fault: undefined as Refused | undefined,
    takes(name: string, { type, size }: ReadEntry): boolean {
      if (type === 'Directory') return false;
      const parts = name.split('/').slice(1);
      if ((type !== 'File' && type !== 'OldFile') || parts.some(isLeftOut) || parts.length > maxDepth) {
        done.skipped += 1;
        return false;
      }
      done.files += 1;
      done.bytes += size;
      if (done.bytes > maxBytes) tally.fault ??= new Refused('limit', `more than ${maxBytes} bytes`);
      if (done.files > maxFiles) tally.fault ??= new Refused('limit', `more than ${maxFiles} files`);
      return tally.fault === undefined;
    },
  };
  return tally;
}

/**
 * Looks through the beginning of an archive, so that a small one with too many files is refused before there are any. Another
 * fault of it shows while it is unpacked.
 * @throws Refused `limit`
 */
export function lookThrough(first: readonly Buffer[], bounds: Inputs['unpack']): void {
  const tally = createTally(bounds);
  const parser = new Parser({ filter: (name, entry) => tally.takes(name, entry as ReadEntry) && false });
  for (const chunk of first) {
    for (let at = 0; at < chunk.length; at += 65_536) {
      parser.write(chunk.subarray(at, at + 65_536));
      if (tally.fault) throw tally.fault;
      if (tally.done.bytes > FIRST_CONTENT) return;
    }
  }
}

/**
 * Unpacks the archive of a repository: regular files below its single top folder, whole or not at all.
 * @throws Refused `damaged`, `limit`, `empty`; a system error when the disk is full
 */
export async function unpack(
  _root: Folder,
  bounds: Inputs['unpack'],
  { workPath, rest }: Surroundings,
): Promise<Outputs['unpack']> {
  const tally = createTally(bounds);
  const faults: unknown[] = [];
  const stream = extract({
    cwd: makeSource(workPath),
    strip: 1,
    preserveOwner: false,
    filter: (name, entry) => faults.length === 0 && tally.takes(name, entry as ReadEntry),
    onwarn(kind, text, details: unknown) {
      if (kind !== 'TAR_ENTRY_INFO') faults.push(details instanceof Error ? details : new Error(`${kind}: ${text}`));
    },
  });
  const found = () => tally.fault ?? faults[0];
  const input = async function* () {
    let first: Buffer[] | null = [rest];
    let bytes = rest.length;
    for await (const chunk of createReadStream('', { fd: 0, autoClose: false })) {
      // Stops reading an archive that is refused anyway.
      const fault = found();
      if (fault) throw fault;
      if (first === null) {
        yield chunk as Buffer;
        continue;
      }
      first.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes < FIRST_BYTES) continue;
      lookThrough(first, bounds);
      yield* first;
      first = null;
    }
    if (first === null) return;
    lookThrough(first, bounds);
    yield* first.filter(({ length }) => length > 0);
  };
  try {
    await pipeline(Readable.from(input(), { objectMode: false }), stream);
    const fault = found();
    if (fault) throw fault;
  } catch (error) {
    if (error instanceof Refused || codeOf(error) in constants.errno) throw error;
    throw new Refused('damaged', String(error).slice(0, 200));
  }
  return { ...tally.done, folder: publish(workPath) };
}
