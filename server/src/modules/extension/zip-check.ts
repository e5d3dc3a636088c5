import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { PanelError } from '../../http/errors.ts';

/** Bounds of an uploaded archive. The ratio applies from 1 MB on: small files of spaces compress well. */
export const ZIP_LIMITS = { entries: 20_000, bytes: 256 * 1024 * 1024, ratio: 200, path: 400, depth: 25 } as const;
const RATIO_FROM = 1024 * 1024;
/** WordPress reads the header of a plugin or theme from as much. */
const START_BYTES = 8192;
const TYPE_MASK = 0o170000;
const [REGULAR, FOLDER] = [0o100000, 0o040000];

export type ZipFileEntry = { path: string; bytes: number };
export type CheckedZip = {
  files: readonly ZipFileEntry[];
  /** The beginning of each requested file. */
  starts: ReadonlyMap<string, string>;
};

export const refusedArchive = (reason: string): PanelError => new PanelError('ARCHIVE_REFUSED', { reason });

const isFolder = ({ fileName }: Entry): boolean => fileName.endsWith('/');

/** Why an entry is not accepted, or nothing; from the list of contents alone. */
function faultOf(entry: Entry): string | undefined {
  const { fileName, externalFileAttributes, compressionMethod } = entry;
  const name = JSON.stringify(fileName.slice(0, 80));
  const type = (externalFileAttributes >>> 16) & TYPE_MASK;
  if (entry.isEncrypted()) return 'The archive is encrypted. Upload it without a password.';
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    return `The archive contains a link or special file (${name}). Only files and folders are allowed.`;
  if (compressionMethod !== 0 && compressionMethod !== 8)
    return `${name} is compressed in a way that WordPress cannot read. Create the zip again.`;
  if (/[\p{Cc}\\:]/u.test(fileName)) return `The archive contains a file name that is not allowed: ${name}.`;
  if (fileName.length > ZIP_LIMITS.path || fileName.split('/').length > ZIP_LIMITS.depth)
    return `The archive contains a path that is too long: ${name}…`;
  return undefined;
}

/** Reads the list of contents and checks it as a whole, before anything is unpacked. */
async function readEntries(zip: ZipFile, archiveBytes: number): Promise<Entry[]> {
  if (zip.entryCount > ZIP_LIMITS.entries)
    throw refusedArchive(`The archive contains more than ${ZIP_LIMITS.entries} files.`);
  const entries: Entry[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const fault = faultOf(entry);
    if (fault) throw refusedArchive(fault);
    const key = entry.fileName.toLowerCase();
    if (seen.has(key)) throw refusedArchive(`The archive contains ${JSON.stringify(key.slice(0, 80))} more than once.`);
    seen.add(key);
    bytes += entry.uncompressedSize;
    if (bytes > ZIP_LIMITS.bytes)
      throw refusedArchive(`Unpacked, the archive is larger than ${ZIP_LIMITS.bytes / 1024 ** 2} MB.`);
    entries.push(entry);
  }
  if (bytes > RATIO_FROM && bytes / archiveBytes > ZIP_LIMITS.ratio)
    throw refusedArchive('The archive unpacks to far more than a plugin or theme would.');
  return entries;
}

/** Unpacks one file into nothing: its size and checksum must be as declared. @returns its beginning */
async function verifyFile(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const start: Buffer[] = [];
  let [size, sum, kept] = [0, 0, 0];
  // The stream fails as soon as there is more or less than declared.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = chunk as Buffer;
    if (kept < START_BYTES) {
      start.push(bytes.subarray(0, START_BYTES - kept));
      kept += bytes.length;
    }
    size += bytes.length;
    sum = crc32(bytes, sum);
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32)
    throw refusedArchive(`The archive is damaged: ${JSON.stringify(entry.fileName.slice(0, 80))} cannot be unpacked.`);
  return Buffer.concat(start);
}

/**
 * Checks an uploaded zip in memory; nothing is written. First the list of contents (names, links, encryption, count,
 * declared sizes), so that a hostile archive costs little, then every file. `wantsStart` selects files whose first
 * 8 KB are returned.
 * @throws PanelError ARCHIVE_REFUSED with the reason
 */
export async function checkZip(bytes: Buffer, wantsStart: (path: string) => boolean): Promise<CheckedZip> {
  if (bytes.length < 4 || bytes.readUInt32BE(0) !== 0x504b0304) throw refusedArchive('This is not a zip file.');
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true });
    const entries = await readEntries(zip, bytes.length);
    const starts = new Map<string, string>();
    for (const entry of entries.filter((one) => !isFolder(one))) {
      const start = await verifyFile(zip, entry);
      if (wantsStart(entry.fileName)) starts.set(entry.fileName, start.toString('utf8'));
    }
    const files = entries
      .filter((entry) => !isFolder(entry))
      .map(({ fileName, uncompressedSize }) => ({ path: fileName, bytes: uncompressedSize }));
    return { files, starts };
  } catch (error) {
    throw error instanceof PanelError ? error : refusedArchive(reasonOf(error));
  }
}

/** The reader's own errors in words for customers. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  if (/relative path|absolute path|invalid characters in fileName/i.test(text))
    return 'The archive contains a path that leads outside of it.';
  if (/encrypt/i.test(text)) return 'The archive is encrypted. Upload it without a password.';
  if (/too many bytes|not enough bytes|size mismatch/i.test(text))
    return 'The archive is damaged: a file has another size than declared.';
  return 'The archive is damaged or incomplete. Create the zip again.';
}
