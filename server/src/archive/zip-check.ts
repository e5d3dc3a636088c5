import { refusedArchive } from './refused-archive.ts';
import { contentOf, isFolder, withZip, type ZipLimits } from './zip-entries.ts';

/** Bounds of an uploaded plugin or theme. */
export const ZIP_LIMITS: ZipLimits = {
  entries: 20_000,
  bytes: 256 * 1024 * 1024,
  ratio: 200,
  tooMuch: 'The archive unpacks to far more than a plugin or theme would.',
};
/** WordPress reads the header of a plugin or theme from as much. */
const START_BYTES = 8192;

export type ZipFileEntry = { path: string; bytes: number };
export type CheckedZip = {
  files: readonly ZipFileEntry[];
  /** The beginning of each requested file. */
  starts: ReadonlyMap<string, string>;
};

/** Reads a file to its end, which verifies it. @returns its beginning */
async function startOf(content: AsyncIterable<Buffer>): Promise<string> {
  const start: Buffer[] = [];
  let kept = 0;
  for await (const bytes of content) {
    if (kept < START_BYTES) start.push(bytes.subarray(0, START_BYTES - kept));
    kept += bytes.length;
  }
  return Buffer.concat(start).toString('utf8');
}

/**
 * Checks an uploaded zip; nothing is written. First the list of contents, then every file. `wantsStart` selects
 * files whose first 8 KB are returned.
 * @throws PanelError ARCHIVE_REFUSED with the reason
 */
export async function checkZip(
  source: Buffer | { file: string },
  wantsStart: (path: string) => boolean,
): Promise<CheckedZip> {
  return withZip(source, ZIP_LIMITS, async (zip, entries, namesIn) => {
    // WordPress unpacks it, and PHP knows no code page but CP437.
    if (namesIn === 'cp932')
      throw refusedArchive(
        'The names of its files are in an old Japanese encoding. Create the zip again with UTF-8 names.',
      );
    const starts = new Map<string, string>();
    const files = entries.filter((entry) => !isFolder(entry));
    for (const entry of files) {
      const start = await startOf(contentOf(zip, entry));
      if (wantsStart(entry.fileName)) starts.set(entry.fileName, start);
    }
    return {
      files: files.map(({ fileName, uncompressedSize }) => ({ path: fileName, bytes: uncompressedSize })),
      starts,
    };
  });
}
