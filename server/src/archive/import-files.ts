import type { Entry } from 'yauzl';
import type { ImportPlan } from './import-plan.ts';
import type { Declared } from './verified-content.ts';

/**
 * An import plan as a thread passes it on: texts and numbers in a row are copied at once, where thousands of objects would
 * hold the event loop.
 */
export type ImportFiles = Pick<ImportPlan, 'kind' | 'tablePrefix' | 'skipped'> & {
  count: number;
  /** A line for each file: its path below the site's folder, a tab, its name in the archive. Neither has control characters. */
  names: string;
  /** {@link FACTS} numbers of each file. */
  facts: Float64Array;
};

/** A file of an archive on disk. `path`: below the site's folder; `at`: where its header begins; `packed`: bytes in the archive. */
export type PackedFile = Declared & { path: string; at: number; packed: number; isDeflated: boolean; modified: Date };

const FACTS = 6;
const DEFLATED = 8;

const factsOf = (entry: Entry): number[] => [
  entry.relativeOffsetOfLocalHeader,
  entry.compressedSize,
  entry.uncompressedSize,
  entry.crc32,
  entry.compressionMethod,
  entry.getLastModDate().getTime(),
];

export const listFiles = ({ kind, tablePrefix, skipped, files }: ImportPlan): ImportFiles => ({
  ...{ kind, tablePrefix, skipped },
  count: files.size,
  names: [...files].map(([path, { fileName }]) => `${path}\t${fileName}\n`).join(''),
  facts: Float64Array.from([...files.values()].flatMap(factsOf)),
});

/** The files of a list, in its order. */
export function* filesOf({ count, names, facts }: ImportFiles): Generator<PackedFile> {
  let begin = 0;
  for (let index = 0; index < count; index += 1) {
    const tab = names.indexOf('\t', begin);
    const end = names.indexOf('\n', tab);
    const [at = 0, packed = 0, size = 0, crc32 = 0, method = 0, modified = 0] = facts.subarray(index * FACTS);
    yield {
      ...{ path: names.slice(begin, tab), name: names.slice(tab + 1, end), at, packed, size, crc32 },
      isDeflated: method === DEFLATED,
      modified: new Date(modified),
    };
    begin = end + 1;
  }
}
