import { createWriteStream, lstatSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Inputs, Outputs } from '../../protocol.ts';
import { Refused } from '../refused.ts';
import { below, entriesOf, inFolder, MAX_DEPTH } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

/** Lines that are written at once. */
const AT_ONCE = 500;

/**
 * Writes the regular files below a folder to standard output, one JSON line each: path, size in bytes, and time of the
 * last change in milliseconds. Links and special files are left out, as a copy leaves them out.
 * @throws Refused `limit` when there are more than `maxFiles`
 */
export async function listing(root: Folder, { folder, maxFiles }: Inputs['listing']): Promise<Outputs['listing']> {
  const lines: string[] = [];
  const walk = (parent: Folder, path: string, depth: number): void => {
    for (const { name, kind } of entriesOf(parent)) {
      const at = path + name.toString('utf8');
      if (kind === 'folder' && depth < MAX_DEPTH) inFolder(parent, name, (found) => walk(found, `${at}/`, depth + 1));
      if (kind !== 'file') continue;
      if (lines.length >= maxFiles) throw new Refused('limit', `more than ${maxFiles} files`);
      const stats = lstatSync(below(parent, name), { throwIfNoEntry: false });
      if (stats) lines.push(`${JSON.stringify([at, stats.size, Math.round(stats.mtimeMs)])}\n`);
    }
  };
  inFolder(root, folder, (found) => walk(found, '', 1));
  const chunks = function* () {
    for (let at = 0; at < lines.length; at += AT_ONCE) yield lines.slice(at, at + AT_ONCE).join('');
  };
  await pipeline(Readable.from(chunks()), createWriteStream('', { fd: 1 }));
  return { files: lines.length };
}
