import { closeSync, createReadStream, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createGunzip, deflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';
import { Parser, type ReadEntry } from 'tar';
import { PanelError } from '../kernel/errors.ts';
import { IMPORT_LIMITS } from './import-plan.ts';
import { refusedArchive, shown } from './refused-archive.ts';
import { largerThan, nameFault, RATIO_FROM } from './zip-entries.ts';

const DAMAGED = 'The archive is damaged or incomplete. Create it again.';
const NO_TAR = 'The file is compressed, but it is no tar archive. Upload a zip or a tar.gz.';
const HOLDS_PACKED = 'The archive contains another compressed archive. Upload that one.';

/** Compressed already: kept as they are. */
const STORED =
  /\.(?:jpe?g|png|gif|webp|avif|heic|mp[34]|m4[av]|mov|web[mp]|ogg|woff2?|zip|gz|tgz|bz2|xz|7z|rar|pdf|docx|xlsx)$/i;
const PART_BYTES = 64 * 1024;
const BLOCK_BYTES = 512;
/** Headers with long names and attributes that one file may have, in bytes. */
const META_BYTES = 256 * 1024;
const METAS = 3;
/** Of each entry beside its content: headers, and what fills its last block. */
const AROUND_BYTES = 4096;
const FILES: ReadonlySet<string> = new Set(['File', 'OldFile', 'ContiguousFile']);
const FOLDERS: ReadonlySet<string> = new Set(['Directory', 'GNUDumpDir']);
/** What a zip can say of a time. */
const [EARLIEST, LATEST] = [new Date(1980, 0, 2), new Date(2099, 11, 30)];

/** A file of the zip. Its parts are compressed by the system's library, which holds nothing of them afterwards. */
class Packed extends ZipPassThrough {
  override compression = 8;

  protected override process(part: Uint8Array, final: boolean): void {
    const finishFlush = final ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata(null, new Uint8Array(deflateRawSync(part, { level: 3, finishFlush })), final);
  }
}

const timeOf = ({ mtime }: ReadEntry): Date => {
  const time = mtime === undefined || Number.isNaN(mtime.getTime()) ? EARLIEST : mtime;
  return time < EARLIEST ? EARLIEST : time > LATEST ? LATEST : time;
};

/** Counts what the list of an archive declares, and says why an entry is not accepted: before its content is read. */
function createTally(packedBytes: number) {
  const { entries: most, bytes: mostBytes, ratio, tooMuch } = IMPORT_LIMITS;
  let [count, metas, bytes, content] = [0, 0, 0, 0];
  const isBomb = (size: number) => size > RATIO_FROM && size / packedBytes > ratio;
  const tooMany = `The archive contains more than ${most} files.`;
  return {
    /** A header that describes the next entry: of its long name, and of its attributes. */
    meta: () => ((metas += 1) > METAS * most ? tooMany : undefined),
    entry(name: string, { type, size }: ReadEntry): string | undefined {
      if ((count += 1) > most) return tooMany;
      if (!FILES.has(type) && !FOLDERS.has(type))
        return `The archive contains a link or special file (${shown(name)}). Only files and folders are allowed.`;
      const fault = name === '' ? undefined : nameFault(name);
      if (fault) return fault;
      bytes += size;
      if (bytes > mostBytes) return largerThan(mostBytes);
      return isBomb(bytes) ? tooMuch : undefined;
    },
    /** Of the tar as a whole: also what no list declares. */
    content(length: number): string | undefined {
      content += length;
      if (content > mostBytes + most * AROUND_BYTES) return largerThan(mostBytes);
      return isBomb(content) ? tooMuch : undefined;
    },
  };
}

/** The content of a gzip, in parts of a bounded size. */
async function* contentOf(file: string, read?: Float64Array): AsyncGenerator<Buffer> {
  const packed = createReadStream(file);
  // An error of either end destroys both; whoever reads the last one gets it.
  const gunzip = pipeline(packed, createGunzip({ chunkSize: PART_BYTES }), () => undefined);
  for await (const part of gunzip) {
    if (read) read[0] = packed.bytesRead;
    yield part as Buffer;
  }
}

/** Refuses what the parser would unpack itself, at once, and what has no header of a tar. */
function refuseOther(first: Buffer): void {
  const magic = first.length < BLOCK_BYTES ? 0 : first.readUInt32BE(0);
  if (magic >>> 16 === 0x1f8b || magic === 0x28b52ffd || magic === 0x504b0304) throw refusedArchive(HOLDS_PACKED);
  // The sum of the header, as octal digits; its own eight bytes count as blanks.
  const declared = Number.parseInt(first.toString('latin1', 148, 156).replace(/[\0 ]+/g, ''), 8);
  let sum = 8 * 32;
  for (let at = 0; at < BLOCK_BYTES; at += 1) sum += at >= 148 && at < 156 ? 0 : (first[at] ?? 0);
  if (declared !== sum) throw refusedArchive(NO_TAR);
}

export type TarToZip = { file: string; to: string; read?: Float64Array };

/** Writes a zip of the same files; nothing of the archive lies on disk under a name of its own. */
async function repack(file: string, write: (bytes: Uint8Array) => void, read?: Float64Array): Promise<number> {
  const tally = createTally(statSync(file).size);
  let fault: unknown;
  const refuse = (reason: string | undefined) => {
    if (reason !== undefined) fault ??= refusedArchive(reason);
  };
  let files = 0;
  const zip = new Zip((error, bytes) => {
    if (error) fault ??= error;
    else write(bytes);
  });
  const take = (entry: ReadEntry) => {
    // Programs write `./` before each name when they pack the folder in which they are.
    const name = entry.path.replace(/^(?:\.\/)+/, '');
    if (fault === undefined) refuse(tally.entry(name, entry));
    if (fault !== undefined || !FILES.has(entry.type)) return void entry.resume();
    files += 1;
    const packed = STORED.test(name) ? new ZipPassThrough(name) : new Packed(name);
    packed.mtime = timeOf(entry);
    zip.add(packed);
    entry.on('data', (part: Buffer) => {
      if (fault === undefined) packed.push(new Uint8Array(part));
    });
    entry.on('end', () => {
      if (fault === undefined) packed.push(new Uint8Array(0), true);
    });
  };
  const parser = new Parser({
    ...{ brotli: false, zstd: false, maxMetaEntrySize: META_BYTES },
    onReadEntry: take,
    onwarn: (kind) => {
      if (kind !== 'TAR_ENTRY_INFO') refuse(DAMAGED);
    },
  });
  // Headers that are too long, and forms of files that are not known: without them, the archive would be another one.
  parser.on('ignoredEntry', ({ path }: ReadEntry) =>
    refuse(`The archive contains an entry that cannot be read (${shown(path)}). Create it again with another program.`),
  );
  parser.on('meta', () => refuse(tally.meta()));
  let first: Buffer | null = Buffer.alloc(0);
  const pass = (part: Buffer) => {
    for (let at = 0; at < part.length && fault === undefined; at += PART_BYTES)
      parser.write(part.subarray(at, at + PART_BYTES));
  };
  for await (const part of contentOf(file, read)) {
    refuse(tally.content(part.length));
    if (first !== null) {
      first = Buffer.concat([first, part]);
      if (first.length < BLOCK_BYTES) continue;
      refuseOther(first);
    }
    pass(first ?? part);
    first = null;
    if (fault !== undefined) throw fault;
  }
  if (first !== null) throw refusedArchive(NO_TAR);
  parser.end();
  if (fault !== undefined) throw fault;
  zip.end();
  if (fault !== undefined) throw fault;
  return files;
}

/** What zlib says is about the archive; a full disk is not. */
function asRefusal(error: unknown): unknown {
  const isSystem = error instanceof Error && 'syscall' in error;
  return error instanceof PanelError || isSystem ? error : refusedArchive(DAMAGED);
}

/**
 * Reads the first header of a tar.gz and nothing more.
 * @throws PanelError ARCHIVE_REFUSED for what is no tar in a gzip
 */
export async function checkTarHead({ file }: { file: string }): Promise<void> {
  let first = Buffer.alloc(0);
  try {
    for await (const part of contentOf(file)) {
      first = Buffer.concat([first, part]);
      if (first.length >= BLOCK_BYTES) return refuseOther(first);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  throw refusedArchive(NO_TAR);
}

/**
 * Makes a zip of a tar.gz, for an import reads files of an archive in any order. It ends with the first entry that a zip of
 * a site must not have either; each is checked before its content. Runs in a thread of uploads.
 * @param read shared memory, in which the number of bytes of the archive that are read is kept
 * @returns the number of files
 * @throws PanelError ARCHIVE_REFUSED with the reason
 */
export async function tarToZip({ file, to, read }: TarToZip): Promise<{ files: number }> {
  // The user of a site must be able to read its archive; the folder is closed.
  const out = openSync(to, 'wx', 0o644);
  try {
    const write = (bytes: Uint8Array): void => {
      for (let done = 0; done < bytes.length;) done += writeSync(out, bytes, done);
    };
    const files = await repack(file, write, read);
    fsyncSync(out);
    return { files };
  } catch (error) {
    throw asRefusal(error);
  } finally {
    closeSync(out);
  }
}
