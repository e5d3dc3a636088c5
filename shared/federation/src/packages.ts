import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the checkout. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** What a build may make again: webpack's cache, minified and compressed files. */
export const CACHE = join(ROOT, 'node_modules', '.cache', 'panel');

export const SHELL = 'shell';
export const REMOTES = ['mf-sites', 'mf-apps', 'mf-account', 'mf-admin', 'mf-help'] as const;
export type RemoteId = (typeof REMOTES)[number];
export type PackageId = typeof SHELL | RemoteId;
export const PACKAGES: readonly PackageId[] = [SHELL, ...REMOTES];

export const isPackage = (name: string): name is PackageId => (PACKAGES as readonly string[]).includes(name);

/** Folder of a package, of its sources' entry, and of its build. */
export const folderOf = (id: PackageId): string => join(ROOT, id);
export const distOf = (id: PackageId): string => join(ROOT, id, 'dist');

/** Federation container name: a global variable in the browser, so no dashes. */
export const containerOf = (id: PackageId): string => id.replaceAll('-', '_');

type PackageJson = { version: string; dependencies?: Record<string, string> };

/** Version of a dependency as it is installed for a package; throws when it is not. */
export function installedVersion(of: PackageId, dependency: string): string {
  const name = dependency.startsWith('@') ? dependency.split('/').slice(0, 2).join('/') : (dependency.split('/')[0] ?? dependency);
  const file = join(folderOf(of), 'node_modules', name, 'package.json');
  if (!existsSync(file)) throw new Error(`${of} does not depend on ${name}. Add it to ${of}/package.json and install.`);
  return (JSON.parse(readFileSync(file, 'utf8')) as PackageJson).version;
}
