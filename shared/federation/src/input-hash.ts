import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { folderOf, ROOT, type PackageId } from './packages.ts';

const IGNORED = new Set(['node_modules', 'dist', 'test']);

function addFolder(hash: Hash, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (IGNORED.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0');
  }
}

/** One hash over everything that a build of the package reads: its sources, the shared ones, the installed versions. */
export function inputHash(id: PackageId): string {
  const hash = createHash('sha256');
  for (const folder of [folderOf(id), ...['contract', 'core', 'ui', 'federation'].map((name) => join(ROOT, 'shared', name))]) addFolder(hash, folder);
  hash.update(readFileSync(join(ROOT, 'pnpm-lock.yaml'))).update(process.version);
  return hash.digest('hex');
}
