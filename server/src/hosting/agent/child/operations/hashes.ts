import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { inFolderOf, openFile } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

const CHUNK = 256 * 1024;

/** The SHA-256 of each file in hexadecimal digits; null for what is no regular file any more. Opens each folder once. */
export function hashes(root: Folder, { folder, files }: Inputs['hashes']): Outputs['hashes'] {
  const found: Outputs['hashes'] = files.map(() => null);
  const byFolder = Map.groupBy(files.entries(), ([, file]) => file.slice(0, file.lastIndexOf('/') + 1));
  for (const [path, entries] of byFolder)
    inFolderOf(root, `${folder}/${path}`.split('/'), (opened) => {
      for (const [at, file] of entries) found[at] = hashOf(opened, file.slice(path.length));
      return null;
    });
  return found;
}

function hashOf(folder: Folder, name: string): string | null {
  const opened = openFile(folder, name);
  if (opened === null) return null;
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.alloc(Math.min(CHUNK, opened.stats.size));
    for (let at = 0; at < opened.stats.size; at += chunk.length) {
      const read = readSync(opened.fd, chunk, 0, chunk.length, at);
      hash.update(chunk.subarray(0, read));
      if (read < chunk.length) break;
    }
    return hash.digest('hex');
  } finally {
    closeSync(opened.fd);
  }
}
