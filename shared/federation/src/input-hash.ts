import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInstalled, installedVersion, ROOT, rootOf, type Package } from './packages.ts';

const IGNORED = new Set(['node_modules', 'test']);
const PLATFORM = ['contract', 'brand', 'frame', 'core', 'resources', 'ui', 'workload', 'federation'] as const;

function addFolder(hash: Hash, root: string, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (IGNORED.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, root, path);
    else hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  }
}

/** Inputs of a package's build; keys, notes and similar files beside them don't matter. */
function addPackage(hash: Hash, root: string, folder: string): void {
  addFolder(hash, root, join(folder, 'src'));
  hash.update(readFileSync(join(folder, 'package.json'))).update('\0');
}

/** Outside of this checkout the platform's packages are compiled, and their versions identify them. */
function addPlatform(hash: Hash, of: Package): void {
  for (const name of PLATFORM) {
    if (rootOf(of.folder) === ROOT) addPackage(hash, ROOT, join(ROOT, 'shared', name));
    else if (isInstalled(of, `@panel/${name}`)) hash.update(`${name} ${installedVersion(of, `@panel/${name}`)}\0`);
  }
}

/** One hash over all inputs of a package's build: its sources, the shared ones, the installed versions. */
export function inputHash(of: Package): string {
  const root = rootOf(of.folder);
  const hash = createHash('sha256');
  addPackage(hash, root, of.folder);
  addPlatform(hash, of);
  for (const lock of ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock'].map((name) => join(root, name))) {
    if (existsSync(lock)) hash.update(readFileSync(lock));
  }
  return hash.update(process.version).digest('hex');
}
