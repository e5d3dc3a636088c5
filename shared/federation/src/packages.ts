import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');

const WORKSPACE_FILE = 'pnpm-workspace.yaml';

/** A shell or remote that can be built: its id in the manifest, and its folder, in this checkout or elsewhere. */
export type Package = { id: string; folder: string };

/** The workspace that a package's folder is a member of, or the folder itself. */
export function rootOf(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(above, WORKSPACE_FILE)) ? above : folder;
}

/** Reproducible files of a build: webpack's cache, minified and compressed files. */
export const cacheOf = (folder: string): string => join(rootOf(folder), 'node_modules', '.cache', 'panel');
export const CACHE = join(ROOT, 'node_modules', '.cache', 'panel');

export const SHELL = 'shell';
export type RemoteId = `mf-${string}`;
export type PackageId = typeof SHELL | RemoteId;

const isRemoteFolder = (name: string): name is RemoteId =>
  name.startsWith('mf-') && existsSync(join(ROOT, name, 'src', 'manifest.ts'));

/** The remotes of this checkout; none if this package is installed elsewhere. */
export const REMOTES: readonly RemoteId[] = existsSync(join(ROOT, WORKSPACE_FILE))
  ? readdirSync(ROOT).filter(isRemoteFolder).sort()
  : [];
export const PACKAGES: readonly PackageId[] = [SHELL, ...REMOTES];

export const isPackage = (name: string): name is PackageId => (PACKAGES as readonly string[]).includes(name);

/** Folder of a package of this checkout. */
export const folderOf = (id: PackageId): string => join(ROOT, id);
/** A package of this checkout. */
export const packageOf = (id: PackageId): Package => ({ id, folder: folderOf(id) });
/** A package's build folder. */
export const distOf = ({ folder }: Package): string => join(folder, 'dist');

/** Federation container name: a global variable in the browser, so no dashes. */
export const containerOf = (id: string): string => id.replaceAll('-', '_');

type PackageJson = { version: string; dependencies?: Record<string, string> };

/** `@panel/ui/data` → `@panel/ui`. */
const packageName = (request: string): string =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

const installedFile = ({ folder }: Package, dependency: string): string =>
  join(folder, 'node_modules', packageName(dependency), 'package.json');

export const isInstalled = (of: Package, dependency: string): boolean => existsSync(installedFile(of, dependency));

/** Installed version of a package's dependency; throws if it is missing. */
export function installedVersion(of: Package, dependency: string): string {
  const name = packageName(dependency);
  if (!isInstalled(of, dependency))
    throw new Error(`${of.id} does not depend on ${name}. Add it to its package.json and install.`);
  return (JSON.parse(readFileSync(installedFile(of, dependency), 'utf8')) as PackageJson).version;
}
