import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, readSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Inputs, Outputs } from '../../protocol.ts';
import { openGzip } from '../gzip-writer.ts';
import { createHashList, HASH_LIST } from '../hash-list.ts';
import { createLinks, linkTarget } from '../inner-links.ts';
import { Refused } from '../refused.ts';
import { TAR_END, tarHeader, tarPadding } from '../tar-blocks.ts';
import { below, closeFolder, entriesOf, MAX_DEPTH, openFile, openFolder, openFolderOf } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

const CHUNK = 256 * 1024;
/** Bytes at the start of a file that show whether compressing the rest is worth its time. */
const SAMPLE = 32 * 1024;
const WORTH = 0.95;

/** Pictures, videos and archives do not shrink. A small file costs nothing either way. */
const shrinks = (start: Buffer): boolean =>
  start.length < SAMPLE || deflateRawSync(start.subarray(0, SAMPLE), { level: 1 }).length < WORTH * SAMPLE;

/**
 * Writes a compressed tar archive to standard output, with a list of the SHA-256 of its files at the end. A file that
 * changes size meanwhile keeps the size in its header.
 */
export async function archive(
  root: Folder,
  { texts, entries, without, maxBytes, links: keepsLinks = false }: Inputs['archive'],
): Promise<Outputs['archive']> {
  const gzip = await openGzip(createWriteStream('', { fd: 1 }));
  const done = { files: 0, bytes: 0, skipped: 0 };
  const left = new Set(without);
  const hashes = createHashList();
  const links = createLinks();

  const put = gzip.write;
  const file = async (folder: Folder, name: Buffer | string, as: string): Promise<boolean> => {
    const opened = openFile(folder, name);
    if (opened === null) return false;
    const { fd, stats } = opened;
    try {
      done.bytes += stats.size;
      if (done.bytes > maxBytes) throw new Refused('limit', `more than ${maxBytes} bytes`);
      const hash = createHash('sha256');
      const isProgram = keepsLinks && (stats.mode & 0o111) !== 0;
      await put(tarHeader(as, 'File', stats.size, stats.mtime, { isProgram }));
      for (let at = 0; at < stats.size; at += CHUNK) {
        const chunk = Buffer.alloc(Math.min(CHUNK, stats.size - at));
        readSync(fd, chunk, 0, chunk.length, at);
        if (at === 0) await gzip.compress(shrinks(chunk));
        hash.update(chunk);
        await put(chunk);
      }
      await put(tarPadding(stats.size));
      hashes.add(as, hash.digest('hex'));
      done.files += 1;
      return true;
    } finally {
      closeSync(fd);
    }
  };

  /** Keeps a link for the end. */
  const link = (folder: Folder, name: Buffer, as: string): boolean => {
    const target = keepsLinks ? linkTarget(folder, name) : null;
    if (target !== null) links.add(as, target);
    return target !== null;
  };

  const folder = async (parent: Folder, name: Buffer | string, as: string, depth: number): Promise<boolean> => {
    const opened = depth > MAX_DEPTH ? null : openFolder(below(parent, name));
    if (opened === null) return false;
    try {
      await put(tarHeader(`${as}/`, 'Directory', 0, new Date(0)));
      for (const entry of entriesOf(opened)) {
        const path = `${as}/${entry.name.toString('utf8')}`;
        if (left.has(path)) continue;
        const kept =
          entry.kind === 'file'
            ? await file(opened, entry.name, path)
            : entry.kind === 'folder'
              ? await folder(opened, entry.name, path, depth + 1)
              : link(opened, entry.name, path);
        if (!kept) done.skipped += 1;
      }
      return true;
    } finally {
      closeFolder(opened);
    }
  };

  const own = async (name: string, bytes: Buffer): Promise<void> => {
    await put(tarHeader(name, 'File', bytes.length, new Date()));
    await put(bytes);
    await put(tarPadding(bytes.length));
  };

  for (const { name, text } of texts) await own(name, Buffer.from(text));
  for (const { from, to } of entries) {
    const parts = from.split('/');
    const parent = openFolderOf(root, parts);
    const name = parts.at(-1) ?? '';
    if (parent === null || !((await folder(parent, name, to, 1)) || (await file(parent, name, to)))) done.skipped += 1;
    if (parent !== null && parent !== root) closeFolder(parent);
  }
  const list = hashes.bytes();
  await gzip.compress(true);
  const { links: inner, others } = links.inside();
  done.skipped += others;
  for (const [path, linkpath] of inner) await put(tarHeader(path, 'SymbolicLink', 0, new Date(0), { linkpath }));
  if (list !== null) await own(HASH_LIST, list);
  await put(TAR_END);
  await gzip.end();
  return done;
}
