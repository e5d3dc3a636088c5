import { createHash } from 'node:crypto';

/** The last entry of an archive: the SHA-256 of each of its files. */
export const HASH_LIST = 'panel-hashes.jsonl';
/**
 * What the agent's memory holds when it compares a list: an archive with more files, or a longer list, has none. A
 * WordPress with a shop has about 20,000 files of its own.
 */
export const MAX_LISTED = 40_000;
export const MAX_LIST_BYTES = 8 * 1024 ** 2;
/** How many damaged files an answer names, and how long a name can be. */
const NAMED = 5;
const NAME_LENGTH = 300;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Collects the hashes of files, in hexadecimal digits. */
export function createHashList() {
  const lines: string[] = [];
  let length = 0;
  const isTooLong = () => lines.length > MAX_LISTED || length > MAX_LIST_BYTES;
  return {
    add(path: string, hash: string): void {
      if (isTooLong()) return;
      const line = `${JSON.stringify([path, hash])}\n`;
      length += Buffer.byteLength(line);
      lines.push(line);
    },
    /** A JSON line for each file, and one with the SHA-256 of them all; null when the list is too long. */
    bytes(): Buffer | null {
      if (isTooLong()) return null;
      const text = lines.join('');
      const list = Buffer.from(`${text}${JSON.stringify(sha256(text))}\n`);
      return list.length > MAX_LIST_BYTES ? null : list;
    },
  };
}

/** The hash of each path in a list; null for a list that is damaged itself. */
export function readHashList(list: string): Map<string, string> | null {
  const end = list.lastIndexOf('\n', list.length - 2) + 1;
  const text = list.slice(0, end);
  if (list.slice(end) !== `${JSON.stringify(sha256(text))}\n`) return null;
  const lines = text.split('\n').slice(0, -1);
  return new Map(lines.map((line) => JSON.parse(line) as [string, string]));
}

/** The hashes of unpacked files, as far as an archive with a list can have some. */
export function createFoundHashes() {
  const found = new Map<string, string>();
  return {
    get: (path: string): string | undefined => found.get(path),
    set(path: string, hash: string): void {
      if (found.size <= MAX_LISTED) found.set(path, hash);
    },
  };
}
export type FoundHashes = ReturnType<typeof createFoundHashes>;

/** Paths as an answer names them: a few, without control characters, and not too long. */
export const namedFiles = (paths: Iterable<string>): string[] =>
  [...paths].slice(0, NAMED).map((path) => path.replace(/\p{Cc}/gu, '?').slice(0, NAME_LENGTH));
