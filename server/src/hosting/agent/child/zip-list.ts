import { fromFdPromise, getFileNameLowLevel, validateFileName, type Entry, type ZipFile } from 'yauzl';

/** Why an archive is not unpacked. `zip`: none, damaged, or encrypted; `unsafe`: links, or names that lead out; `large`: too much. */
export type ZipFault = 'zip' | 'unsafe' | 'large';
export class BadZip extends Error {
  readonly fault: ZipFault;

  constructor(fault: ZipFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export type ZipBounds = { maxBytes: number; maxFiles: number };

/** How much smaller an archive may be than its content, from a size on: small files of spaces compress well. */
const [RATIO, RATIO_FROM] = [200, 1024 * 1024];
const [PATH_MAX, NAME_BYTES, DEPTH_MAX] = [1000, 255, 50];
const TYPE_MASK = 0o170000;
const [REGULAR, FOLDER] = [0o100000, 0o040000];
const UTF8_FLAG = 0x0800;
const METHODS: ReadonlySet<number> = new Set([0, 8]);

/** A name as UTF-8, which most programs write with or without saying so, or in the code page of the first ones. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fileNameRaw);
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag & ~UTF8_FLAG, fileNameRaw, extraFields, true);
  }
}

function check(entry: Entry, name: string): void {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  if (entry.isEncrypted() || !METHODS.has(entry.compressionMethod)) throw new BadZip('zip', 'encrypted, or unusual');
  if (type !== 0 && type !== REGULAR && type !== FOLDER) throw new BadZip('unsafe', 'a link or special file');
  const parts = name.replace(/\/$/, '').split('/');
  const isPart = (part: string) =>
    part !== '' && part !== '.' && part !== '..' && !/[\p{Cc}\\]/u.test(part) && Buffer.byteLength(part) <= NAME_BYTES;
  if (validateFileName(name) !== null || !parts.every(isPart) || parts.length > DEPTH_MAX || name.length > PATH_MAX)
    throw new BadZip('unsafe', 'a name');
}

/**
 * Opens an archive and checks its list of contents as a whole, before anything is written.
 * @throws BadZip
 */
export async function openZip(
  fd: number,
  { maxBytes, maxFiles }: ZipBounds,
): Promise<{ zip: ZipFile; entries: Entry[] }> {
  let zip: ZipFile;
  try {
    zip = await fromFdPromise(fd, {
      ...{ lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true },
    });
  } catch (error) {
    throw new BadZip('zip', String(error));
  }
  if (zip.entryCount > maxFiles) throw new BadZip('large', `${zip.entryCount} entries`);
  const entries: Entry[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      check(entry, name);
      const key = name.replace(/\/$/, '');
      if (seen.has(key)) throw new BadZip('unsafe', 'a name twice');
      seen.add(key);
      bytes += entry.uncompressedSize;
      if (bytes > maxBytes) throw new BadZip('large', `more than ${maxBytes} bytes`);
      entry.fileName = name;
      entries.push(entry);
    }
  } catch (error) {
    throw error instanceof BadZip ? error : new BadZip('zip', String(error));
  }
  if (bytes > RATIO_FROM && bytes / zip.fileSize > RATIO) throw new BadZip('large', 'a bomb');
  return { zip, entries };
}
