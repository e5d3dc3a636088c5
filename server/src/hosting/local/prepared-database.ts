import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fingerprint } from '../../lib/fingerprint.ts';
import type { SiteSpec } from '../driver.ts';
import { copyOwnParts } from '../runtime/document-root.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { copyNewFile, list } from './panel-files.ts';
import { removeTree } from './remove-tree.ts';
import { wpConfig } from './wp-config.ts';

const SCRIPTS = path.resolve(import.meta.dirname, '../php');
/** The code that determines the database, besides WordPress itself. The file name contains a hash of all of it. */
const MADE_BY = [import.meta.filename, path.join(import.meta.dirname, 'wp-config.ts')];
const FILE = 'prepared.sqlite';

/** Placeholder values of the template installation; `install.php` replaces them. */
const NOBODY = {
  url: 'http://prepared.invalid',
  title: 'prepared-title',
  adminUser: 'prepared-user',
  adminEmail: 'nobody@prepared.invalid',
};

/** Whether WordPress would store these values unchanged, so that they can be filled in without it. */
export function isPlain({ url, title, adminUser, adminEmail }: SiteSpec): boolean {
  return (
    /^https?:\/\/[a-z0-9.:-]+$/.test(url) &&
    /^[a-z0-9_-]{1,50}$/.test(adminUser) &&
    /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(adminEmail) &&
    !/[&<>"'\\\p{Cc}]/u.test(title) &&
    title.trim() === title
  );
}

/**
 * The database of a template WordPress, created once per version and kept beside the files of WordPress. Installing
 * takes most of a creation; filling in a copy takes little.
 * @param folder where it is created, in the data folder; removed afterwards
 * @param log gets the reason when creating it failed
 * @returns the file, or null when creating it failed: then WordPress itself installs each site
 */
export async function prepareDatabase(
  { php, wordpress }: HostingRuntime,
  core: SharedCore,
  folder: string,
  log: (line: string) => void,
): Promise<string | null> {
  const mount = { siteId: 'prepared', live: path.join(folder, 'live'), tmp: path.join(folder, 'tmp'), core };
  try {
    const file = path.join(path.dirname(wordpress.wpCli), `installed-${await madeBy()}.sqlite`);
    if (await exists(file)) return file;
    for (const name of [path.join(mount.live, 'data'), mount.tmp]) await mkdir(name, { recursive: true });
    await copyOwnParts(wordpress.core, core, path.join(mount.live, 'public'));
    await writeFile(path.join(mount.live, 'wp-config.php'), wpConfig());
    await php.own(mount);
    const input = { ...NOBODY, adminPassword: randomBytes(24).toString('base64url') };
    const result = await php.script(mount, 'install', input, { env: { PANEL_DB_FILE: FILE } });
    await php.release(mount.live);
    if (!result.stdout.includes('"installed":true'))
      throw new Error(`${result.code}: ${(result.stderr || result.stdout).slice(-500)}`);
    const beside = `${file}.${randomBytes(6).toString('hex')}`;
    await copyNewFile(path.join(mount.live, 'data', FILE), beside);
    await rename(beside, file);
    return file;
  } catch (error) {
    log(`no database could be prepared, so each site is installed from nothing: ${String(error)}`);
    return null;
  } finally {
    await removeTree(folder).catch(() => undefined);
  }
}

async function madeBy(): Promise<string> {
  const scripts = (await list(SCRIPTS)).sort().map((name) => path.join(SCRIPTS, name));
  return fingerprint([...scripts, ...MADE_BY]);
}
