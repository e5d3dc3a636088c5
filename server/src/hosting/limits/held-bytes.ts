import { readdir, readlink, stat } from 'node:fs/promises';
import { pidsOfTree } from './process-tree.ts';

/**
 * Bytes of deleted files that a process or its descendants keep open: they occupy space that no folder shows. 0 where
 * /proc is missing or closed to this user.
 */
export async function heldBytes(pid: number): Promise<number> {
  const files = new Map<string, number>();
  for (const each of await pidsOfTree(pid)) {
    const folder = `/proc/${each}/fd`;
    for (const name of await readdir(folder).catch(() => [])) {
      const file = `${folder}/${name}`;
      if (!(await readlink(file).catch(() => '')).endsWith(' (deleted)')) continue;
      const found = await stat(file).catch(() => null);
      if (found?.isFile()) files.set(`${found.dev}:${found.ino}`, found.blocks * 512);
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
