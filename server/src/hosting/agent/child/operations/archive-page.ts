import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Inputs, Outputs } from '../../protocol.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Folder } from '../site-files.ts';

/** Entries that are kept of one folder or one search; of a larger one, the rest is not shown. */
const MAX_ENTRIES = 20_000;

type Item = Outputs['archivePage']['entries'][number];

/** Folders first, then by path. */
const order = (one: Item, other: Item): number =>
  Number(other.kind === 'folder') - Number(one.kind === 'folder') || (one.path < other.path ? -1 : 1);

/** A part of the list that `archiveListing` has written, from standard input. */
export async function archivePage(
  _root: Folder,
  { folder, find, from, count }: Inputs['archivePage'],
  { rest }: Surroundings,
): Promise<Outputs['archivePage']> {
  const below = folder === '' ? '' : `${folder}/`;
  const wanted = find?.toLowerCase();
  const found = new Map<string, Item>();
  let complete = true;
  const input = async function* () {
    if (rest.length > 0) yield rest;
    yield* createReadStream('', { fd: 0, autoClose: false });
  };
  const lines = createInterface({ input: Readable.from(input(), { objectMode: false }), crlfDelay: Infinity });
  for await (const line of lines) {
    const [path, size, modified] = JSON.parse(line) as [string, number, number | null];
    if (!path.startsWith(below)) continue;
    if (wanted !== undefined && !path.slice(below.length).toLowerCase().includes(wanted)) continue;
    const end = wanted === undefined ? path.indexOf('/', below.length) : -1;
    const item: Item =
      end === -1
        ? { path, kind: 'file', size, modified }
        : { path: path.slice(0, end), kind: 'folder', size, modified: null };
    const known = found.get(item.path);
    if (known) known.size += size;
    else if (found.size < MAX_ENTRIES) found.set(item.path, item);
    else complete = false;
  }
  const entries = [...found.values()].sort(order).slice(from, from + count);
  return { entries, total: found.size, complete };
}
