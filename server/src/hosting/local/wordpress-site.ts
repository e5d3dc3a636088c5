import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import type { ExecResult, HostingStep, Progress, SiteSpec } from '../driver.ts';
import { HostingError, throwIfAborted } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { readSiteOptions } from './site-database.ts';
import { DATABASE, recover, swapLive, workFolder, writeAtomic, writeRecord } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';
import { isOwnConfig, wpConfig } from './wp-config.ts';

/** The first three steps of a WordPress: each leaves its result in one rename, so it is there whole or not at all. */
export function wordpressSteps(runtime: HostingRuntime, folder: SiteFolder, spec: SiteSpec): HostingStep[] {
  return [
    {
      name: 'files',
      title: 'Copying the WordPress files',
      run: (p) => copyFiles(runtime, folder, spec, p),
      check: async () => (await exists(path.join(folder.publicDir, 'wp-load.php'))) && exists(path.join(folder.live, 'data')),
    },
    {
      name: 'configure',
      title: 'Writing the configuration',
      run: async () => {
        if (await configured(folder)) return;
        await writeAtomic(folder.config, wpConfig());
      },
      check: () => configured(folder),
    },
    {
      name: 'install',
      title: 'Installing WordPress',
      run: (p) => install(runtime, folder, spec, p),
      check: async () => installed(folder, spec),
    },
  ];
}

async function copyFiles(runtime: HostingRuntime, folder: SiteFolder, spec: SiteSpec, p: Progress): Promise<void> {
  await mkdir(folder.root, { recursive: true, mode: 0o711 });
  await recover(folder);
  await writeRecord(folder, spec);
  if (await exists(path.join(folder.publicDir, 'wp-load.php'))) return;
  const work = await workFolder(folder);
  p.note(`Copying WordPress ${runtime.wordpress.version}`);
  await copyTree(runtime.wordpress.core, path.join(work, 'public'), p.signal);
  await mkdir(path.join(work, 'data'));
  throwIfAborted(p.signal);
  await swapLive(folder, work);
}

async function configured(folder: SiteFolder): Promise<boolean> {
  return isOwnConfig(await readFile(folder.config, 'utf8').catch(() => ''));
}

function installed(folder: SiteFolder, spec: SiteSpec): boolean {
  const options = readSiteOptions(folder.database);
  return options !== null && options.siteurl === spec.url && options.users.includes(spec.adminUser);
}

/** Installs into a new database and only then gives it its name; an interrupted one is thrown away. */
async function install(runtime: HostingRuntime, folder: SiteFolder, spec: SiteSpec, p: Progress): Promise<void> {
  if (installed(folder, spec)) return;
  const name = `installing-${randomBytes(6).toString('hex')}.sqlite`;
  await runtime.php.own(folder.mount);
  p.note(`Installing WordPress ${runtime.wordpress.version}`);
  const { url, title, adminUser, adminEmail, adminPassword } = spec;
  try {
    const result = await runtime.php.script(folder.mount, 'install', { url, title, adminUser, adminEmail, adminPassword }, { env: { PANEL_DB_FILE: name }, signal: p.signal });
    if (result.code !== 0 || !result.stdout.includes('"installed":true')) {
      throw new HostingError('INSTALL_FAILED', 'WordPress could not be installed. Try again; if it keeps failing, contact support.', {
        retryable: true,
        detail: `${result.code}: ${result.stderr.slice(-1500)} ${result.stdout.slice(-1500)}`,
      });
    }
    throwIfAborted(p.signal);
    await rename(path.join(folder.live, 'data', name), folder.database);
  } finally {
    for (const ending of ['', '-journal']) await rm(path.join(folder.live, 'data', name + ending), { force: true });
  }
}

/** Copies the database under a new name in the same folder while the site may be in use. */
export async function copyDatabase(runtime: HostingRuntime, mount: SiteMount, to: string, signal?: AbortSignal): Promise<void> {
  const result = await runtime.php.script(mount, 'copy-database', { from: DATABASE, to }, signal === undefined ? {} : { signal });
  if (result.code === 0 && result.stdout.endsWith('copied')) return;
  throw commandFailed('copy the database', result);
}

/**
 * Replaces a site's address in a database of its `data` folder, serialised values included. Post identifiers
 * (guid) stay, as WordPress asks for.
 */
export async function replaceUrl(runtime: HostingRuntime, mount: SiteMount, database: string, from: string, to: string, signal?: AbortSignal): Promise<void> {
  if (from === to) return;
  const escaped = (url: string) => url.replaceAll('/', '\\/');
  const withoutScheme = (url: string) => url.replace(/^https?:/, '');
  const pairs: [string, string][] = [[from, to], [withoutScheme(from), withoutScheme(to)], [escaped(withoutScheme(from)), escaped(withoutScheme(to))]];
  for (const [old, next] of pairs.filter(([old, next]) => old !== next)) {
    const args = ['search-replace', old, next, '--all-tables-with-prefix', '--skip-columns=guid', '--precise', '--quiet', '--skip-plugins', '--skip-themes'];
    const result = await runtime.php.wp(mount, args, { env: { PANEL_DB_FILE: database }, ...(signal === undefined ? {} : { signal }) });
    if (result.code !== 0) throw commandFailed('change the address of the site', result);
  }
}

function commandFailed(doing: string, result: ExecResult): HostingError {
  return new HostingError('COMMAND_FAILED', `We could not ${doing}. Try again; if it keeps failing, contact support.`, {
    retryable: true,
    detail: `${result.code}: ${result.stderr.slice(-1500)} ${result.stdout.slice(-500)}`,
  });
}

/**
 * Changes the address in a copy of the database and puts the copy in place with one rename, which is the moment
 * of the change: before it the old address works, after it the new one. The site must not be running.
 */
export async function renameWordPress(runtime: HostingRuntime, folder: SiteFolder, url: string, p: Progress): Promise<void> {
  const current = readSiteOptions(folder.database);
  if (current === null) throw new HostingError('SITE_NOT_FOUND', 'The database of this site is missing. Restore a backup or contact support.', { retryable: false });
  if (current.siteurl === url) return;
  const name = `renaming-${randomBytes(6).toString('hex')}.sqlite`;
  const copy = path.join(folder.live, 'data', name);
  try {
    await copyDatabase(runtime, folder.mount, name, p.signal);
    p.note(`Replacing ${current.siteurl} with ${url}`);
    await replaceUrl(runtime, folder.mount, name, current.siteurl, url, p.signal);
    if (readSiteOptions(copy)?.siteurl !== url) {
      throw new HostingError('COMMAND_FAILED', 'The new address could not be stored in WordPress. Try again; if it keeps failing, contact support.', { retryable: true });
    }
    throwIfAborted(p.signal);
    await runtime.php.release(folder.live);
    await rename(copy, folder.database);
  } finally {
    for (const ending of ['', '-journal']) await rm(copy + ending, { force: true });
  }
}

/** Fills the work folder of a new site with a copy of another: files, database under the new address, own salts. */
export async function cloneWordPress(runtime: HostingRuntime, from: SiteFolder, to: SiteFolder, spec: SiteSpec, p: Progress): Promise<void> {
  const source = readSiteOptions(from.database);
  if (source === null) throw new HostingError('SITE_NOT_FOUND', 'The site to copy has no database. Restore a backup of it or contact support.', { retryable: false });
  const work = await workFolder(to);
  const name = `copy-${randomBytes(6).toString('hex')}.sqlite`;
  const copy = path.join(from.live, 'data', name);
  p.note('Copying the files');
  await copyTree(from.publicDir, path.join(work, 'public'), p.signal);
  await mkdir(path.join(work, 'data'));
  p.note('Copying the database');
  try {
    await copyDatabase(runtime, from.mount, name, p.signal);
    await rename(copy, path.join(work, 'data', DATABASE));
  } finally {
    await rm(copy, { force: true });
  }
  await writeFile(path.join(work, 'wp-config.php'), wpConfig());
  await finishWork(runtime, to, work, source.siteurl, spec.url, p.signal);
}

/** Gives a filled work folder its owner and address and puts it in the place of the live one. */
export async function finishWork(runtime: HostingRuntime, folder: SiteFolder, work: string, from: string, to: string, signal?: AbortSignal): Promise<void> {
  const mount = { ...folder.mount, live: work };
  await runtime.php.own(mount);
  try {
    await replaceUrl(runtime, mount, DATABASE, from, to, signal);
  } finally {
    await runtime.php.release(work);
  }
  if (signal !== undefined) throwIfAborted(signal);
  await runtime.php.release(folder.live);
  await swapLive(folder, work);
}
