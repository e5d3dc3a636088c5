import { open } from 'node:fs/promises';
import { fromBufferPromise, validateFileName, type Entry, type ZipFile } from 'yauzl';
import { PanelError } from '../kernel/errors.ts';
import { reasonOf, refusedArchive, shown } from './refused-archive.ts';
import { verified } from './verified-content.ts';
import { nameEntries, type NamesIn } from './zip-names.ts';
import { openZip } from './zip-reader.ts';

/** Bounds of an archive: files, bytes when unpacked, how much smaller it may be than that, and the text for more. */
export type ZipLimits = { entries: number; bytes: number; ratio: number; tooMuch: string };
/** The ratio applies from this size on: small files of spaces compress well. */
export const RATIO_FROM = 1024 * 1024;
const PATH_MAX = 400;
/** The most bytes of one character of a name. */
const CHARACTER_BYTES = 4;
const DEPTH_MAX = 25;
const TYPE_MASK = 0o170000;
const [REGULAR, FOLDER] = [0o100000, 0o040000];

const OUTSIDE = 'The archive contains a path that leads outside of it.';

export const isFolder = ({ fileName }: Entry): boolean => fileName.endsWith('/');

/** Why a name is not accepted, or nothing. */
export function nameFault(fileName: string): string | undefined {
  if (validateFileName(fileName) !== null) return OUTSIDE;
  const name = shown(fileName);
  if (/[\p{Cc}\\:]/u.test(fileName)) return `The archive contains a file name that is not allowed: ${name}.`;
  if (fileName.length > PATH_MAX || fileName.split('/').length > DEPTH_MAX)
    return `The archive contains a path that is too long: ${name}…`;
  return undefined;
}

export const largerThan = (bytes: number): string => `Unpacked, the archive is larger than ${bytes / 1024 ** 2} MB.`;

/** Why an entry is not accepted, or nothing; from the list of contents alone. */
function faultOf(entry: Entry): string | undefined {
  const { fileName, externalFileAttributes, compressionMethod } = entry;
  if (validateFileName(fileName) !== null) return OUTSIDE;
  const name = shown(fileName);
  const type = (externalFileAttributes >>> 16) & TYPE_MASK;
  if (entry.isEncrypted()) return 'The archive is encrypted. Upload it without a password.';
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    return `The archive contains a link or special file (${name}). Only files and folders are allowed.`;
  if (compressionMethod !== 0 && compressionMethod !== 8)
    return `${name} is compressed in a way that WordPress cannot read. Create the zip again.`;
  return nameFault(fileName);
}

/** Reads the list of contents and checks it as a whole, before anything is unpacked. */
async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<{ entries: Entry[]; namesIn: NamesIn }> {
  if (zip.entryCount > limits.entries) throw refusedArchive(`The archive contains more than ${limits.entries} files.`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength > CHARACTER_BYTES * PATH_MAX)
      throw refusedArchive('The archive contains a path that is too long.');
    entries.push(entry);
  }
  const namesIn = nameEntries(entries);
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of entries) {
    const fault = faultOf(entry);
    if (fault) throw refusedArchive(fault);
    const key = entry.fileName.toLowerCase();
    if (seen.has(key)) throw refusedArchive(`The archive contains ${shown(key)} more than once.`);
    seen.add(key);
    bytes += entry.uncompressedSize;
    if (bytes > limits.bytes) throw refusedArchive(largerThan(limits.bytes));
  }
  if (bytes > RATIO_FROM && bytes / zip.fileSize > limits.ratio) throw refusedArchive(limits.tooMuch);
  return { entries, namesIn };
}

/**
 * The content of one file. It fails as soon as size or checksum are not as declared.
 * @throws PanelError ARCHIVE_REFUSED
 */
export async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { fileName: name, uncompressedSize: size, crc32 } = entry;
  try {
    yield* verified(await zip.openReadStreamPromise(entry), { name, size, crc32 });
  } catch (error) {
    throw error instanceof PanelError ? error : refusedArchive(reasonOf(error));
  }
}

const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true } as const;

async function reading<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof PanelError ? error : refusedArchive(reasonOf(error));
  });
}

/**
 * Opens a zip, checks its list of contents (names, links, encryption, count, declared sizes) and passes it to `use`. A
 * hostile archive costs no more than its list.
 * @throws PanelError ARCHIVE_REFUSED with the reason
 */
export async function withZip<T>(
  source: Buffer | { file: string },
  limits: ZipLimits,
  use: (zip: ZipFile, entries: Entry[], namesIn: NamesIn) => Promise<T>,
): Promise<T> {
  if (!(await reading(() => startsAsZip(source)))) throw refusedArchive('This is not a zip file.');
  const zip = await reading(() =>
    Buffer.isBuffer(source) ? fromBufferPromise(source, OPTIONS) : openZip(source.file, OPTIONS),
  );
  try {
    const { entries, namesIn } = await reading(() => readEntries(zip, limits));
    return await use(zip, entries, namesIn);
  } finally {
    zip.close();
  }
}

/** Whether it begins with the header of a file in a zip. */
async function startsAsZip(source: Buffer | { file: string }): Promise<boolean> {
  if (Buffer.isBuffer(source)) return source.length >= 4 && source.readUInt32BE(0) === 0x504b0304;
  const handle = await open(source.file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32BE(0) === 0x504b0304;
  } finally {
    await handle.close();
  }
}
