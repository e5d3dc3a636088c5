import { lstatSync, readlinkSync, symlinkSync } from 'node:fs';
import { codeOf, Refused } from './refused.ts';
import { below, closeFolder, MAX_DEPTH, openFolderOf, type Folder } from './site-files.ts';

/** Links of one archive: they are held in memory until its files are done. */
const MAX_LINKS = 100_000;
const MAX_BYTES = 32 * 1024 ** 2;
/** As many as the system follows. */
const MAX_HOPS = 40;

/** Where a symbolic link leads, as it is written; null for anything else, and for what is no text. */
export function linkTarget(folder: Folder, name: Buffer): string | null {
  try {
    const bytes = readlinkSync(below(folder, name), { encoding: 'buffer' });
    const target = bytes.toString('utf8');
    return bytes.equals(Buffer.from(target)) ? target : null;
  } catch {
    return null;
  }
}

/**
 * Symbolic links by path, to be made after all files. The way of each is followed through the others, because a link inside of the
 * top folder can lead another one out of it.
 */
export function createLinks() {
  const targets = new Map<string, string>();
  let bytes = 0;

  /** Whether a link stays below the top folder of its path, and ends somewhere. */
  const isInside = (path: string): boolean => {
    const at = path.split('/');
    const left: string[] = [at.pop() ?? ''];
    for (let hops = 0; ;) {
      const part = left.pop();
      if (part === undefined) return true;
      if (part === '' || part === '.') continue;
      if (part === '..') at.pop();
      else at.push(part);
      if (at.length === 0 || at.length > 2 * MAX_DEPTH) return false;
      const target = part === '..' ? undefined : targets.get(at.join('/'));
      if (target === undefined) continue;
      hops += 1;
      if (hops > MAX_HOPS || target.startsWith('/')) return false;
      at.pop();
      left.push(...target.split('/').toReversed());
    }
  };

  return {
    /** @throws Refused `limit` */
    add(path: string, target: string): void {
      bytes += path.length + target.length;
      if (targets.size >= MAX_LINKS || bytes > MAX_BYTES) throw new Refused('limit', 'too many links');
      targets.set(path, target);
    },
    /** Those that stay inside, and how many do not. */
    inside(): { links: [path: string, target: string][]; others: number } {
      const links = [...targets].filter(([path]) => isInside(path));
      return { links, others: targets.size - links.length };
    },
    /**
     * Makes all of them below a folder. Returns how many could not be made: Node.js makes none where it guards the files itself, which
     * is where no sandbox is and no server of an application runs.
     * @throws Refused `damaged` for one that leads out, or whose place is not free
     */
    make(root: Folder): number {
      let others = 0;
      for (const [path, target] of targets) {
        const parts = path.split('/');
        const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
        if (!isPlain || target === '' || !isInside(path)) throw new Refused('damaged', `a link leads out: ${path}`);
        // No part of the path is a link.
        const folder = openFolderOf(root, parts);
        if (folder === null) throw new Refused('damaged', `a link has no folder: ${path}`);
        try {
          const place = below(folder, parts.at(-1) ?? '');
          if (lstatSync(place, { throwIfNoEntry: false })) throw new Refused('damaged', `a link has no place: ${path}`);
          symlinkSync(target, place);
        } catch (error) {
          if (codeOf(error) !== 'ERR_ACCESS_DENIED') throw error;
          others += 1;
        } finally {
          if (folder !== root) closeFolder(folder);
        }
      }
      return others;
    },
  };
}
