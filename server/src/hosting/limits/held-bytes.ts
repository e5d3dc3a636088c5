import { readdir, readlink, stat } from 'node:fs/promises';
import { pidsOfTree } from './process-tree.ts';

/**
 * Bytes of files that a process and everything below it have deleted but keep open: they take space that no folder shows.
 * 0 where there is no /proc, or where it is closed to this user.
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
