import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import * as tar from 'tar';
import { unpack } from '../../unpack.ts';
import type { SiteKind } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { readSiteOptions } from './site-database.ts';
import { DATABASE, readJson, swapLive, workFolder } from './site-folder.ts';
import type { SiteFolder, SiteRecord } from './site-folder.ts';
import { copyDatabase, finishWork } from './wordpress-site.ts';

/** What an archive says about itself. `core`: the version whose own files were left out, because we have them. */
type Manifest = { format: 1; kind: SiteKind; core: string | null; database: string | null };

const MANIFEST = 'panel-archive.json';
const CORE = ['public/wp-admin', 'public/wp-includes'];

/** Writes files and a consistent database of a site into one compressed archive, complete or not at all. */
export async function writeArchive(runtime: HostingRuntime, folder: SiteFolder, record: SiteRecord, toFile: string): Promise<void> {
  const wordpress = record.kind === 'wordpress';
  const database = wordpress ? `archive-${randomBytes(6).toString('hex')}.sqlite` : null;
  const core = wordpress && (await wordpressVersion(folder)) === runtime.wordpress.version ? runtime.wordpress.version : null;
  const manifestFile = path.join(folder.live, MANIFEST);
  const partial = `${toFile}.${randomBytes(6).toString('hex')}`;
  await mkdir(path.dirname(toFile), { recursive: true });
  try {
    if (database !== null) await copyDatabase(runtime, folder.mount, database);
    await writeFile(manifestFile, JSON.stringify({ format: 1, kind: record.kind, core, database } satisfies Manifest));
    const entries = [MANIFEST, 'public', ...(database === null ? [] : ['wp-config.php', `data/${database}`])];
    const skipped = core === null ? [] : CORE;
    await tar.create({ file: partial, cwd: folder.live, gzip: { level: 1 }, portable: true, filter: (entry) => !skipped.includes(entry) }, entries);
    await rename(partial, toFile);
  } finally {
    for (const file of [partial, manifestFile, ...(database === null ? [] : [path.join(folder.live, 'data', database)])]) await rm(file, { force: true });
  }
}

/** Puts the contents of an archive in the place of a site; a WordPress keeps the address it has now. */
export async function readArchive(runtime: HostingRuntime, folder: SiteFolder, record: SiteRecord, fromFile: string): Promise<void> {
  const work = await workFolder(folder);
  await extract(fromFile, work);
  const manifest = await readJson<Manifest>(path.join(work, MANIFEST));
  if (manifest === null || manifest.format !== 1 || manifest.kind !== record.kind) {
    throw new HostingError('UNSUPPORTED', 'This backup does not belong to a site of this kind. Choose another backup.', { retryable: false });
  }
  await rm(path.join(work, MANIFEST));
  if (manifest.database === null) return swapLive(folder, work);
  await rename(path.join(work, 'data', path.basename(manifest.database)), path.join(work, 'data', DATABASE));
  if (manifest.core !== null) await addCore(runtime, work, manifest.core);
  const from = readSiteOptions(path.join(work, 'data', DATABASE))?.siteurl ?? record.url;
  await finishWork(runtime, folder, work, from, record.url);
}

/** Only what tar itself or gzip says about the archive is damage; a system that could not write (a full disk) is no reason to give a backup up. */
async function extract(file: string, cwd: string): Promise<void> {
  try {
    await unpack({ file, cwd });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && code in constants.errno) throw error;
    throw new HostingError('UNSUPPORTED', 'This backup is damaged. Choose another backup.', { retryable: false, detail: String(error), cause: error });
  }
}

async function addCore(runtime: HostingRuntime, work: string, version: string): Promise<void> {
  if (version !== runtime.wordpress.version) {
    throw new HostingError('UNSUPPORTED', `This backup needs WordPress ${version}, which this server does not have. Contact support.`, { retryable: false });
  }
  for (const part of CORE) await copyTree(path.join(runtime.wordpress.core, path.basename(part)), path.join(work, part));
}

/** The version of the WordPress files of a site, null when there are none. */
export async function wordpressVersion(folder: SiteFolder): Promise<string | null> {
  const file = path.join(folder.publicDir, 'wp-includes/version.php');
  if (!(await exists(file))) return null;
  return /\$wp_version = '([^']+)'/.exec(await readFile(file, 'utf8'))?.[1] ?? null;
}
