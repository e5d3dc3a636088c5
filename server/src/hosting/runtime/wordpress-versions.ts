import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { HostingError } from '../hosting-error.ts';
import { listingOf, missingFile } from './release-check.ts';
import { copyTree, DOWNLOAD, exists, SQLITE, wordpressFolder } from './wordpress-source.ts';
import type { WordPressSource } from './wordpress-source.ts';

const VERSION = /^\$wp_version = '(\d[\w.+-]{0,31})';/m;

/**
 * Other versions of WordPress for sites: each is a folder below `folder` with the files of a release, as its archive
 * unpacks. A complete version is prepared once, with the SQLite integration and WP-CLI of `own`; what is in its folder
 * later changes nothing.
 * @throws HostingError SOURCE_UNAVAILABLE when the folder cannot be read
 */
export async function prepareOtherVersions(
  folder: string | null,
  cacheDir: string,
  own: WordPressSource,
  note: (line: string) => void,
): Promise<WordPressSource[]> {
  if (folder === null) return [];
  const names = await readdir(folder).catch((error: unknown) => {
    throw new HostingError(
      'SOURCE_UNAVAILABLE',
      `WORDPRESS_VERSIONS is ${folder}, which cannot be read. Create it, or remove the setting.`,
      { retryable: false, cause: error },
    );
  });
  const sources = new Map<string, WordPressSource>();
  for (const name of names.sort()) {
    const release = path.join(folder, name);
    const text = await readFile(path.join(release, 'wp-includes/version.php'), 'utf8').catch(() => '');
    const version = VERSION.exec(text)?.[1];
    if (version === undefined) note(`${release} is no WordPress, so it is left out`);
    else if (version !== own.version && !sources.has(version)) {
      const source = await prepareVersion(release, version, cacheDir, own, note);
      if (source) sources.set(version, source);
    }
  }
  return [...sources.values()];
}

/** Null for a release that is not complete, or is being copied now. */
async function prepareVersion(
  release: string,
  version: string,
  cacheDir: string,
  own: WordPressSource,
  note: (line: string) => void,
): Promise<WordPressSource | null> {
  const folder = wordpressFolder(cacheDir, version);
  const source = { version, core: path.join(folder, 'core'), wpCli: path.join(folder, 'wp-cli.phar') };
  if (await exists(folder)) return source;
  const leftOut = (why: string) => {
    note(`${release} is left out: ${why}. Copy it completely, and start again`);
    return null;
  };
  const missing = await missingFile(release);
  if (missing !== null) return leftOut(`it lacks ${missing}`);
  note(`Preparing WordPress ${version}`);
  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(path.join(cacheDir, DOWNLOAD));
  try {
    const ready = path.join(work, 'ready');
    await mkdir(ready);
    const before = await listingOf(release);
    await copyTree(release, path.join(ready, 'core'));
    // What is kept here never changes, so half a copy must not be.
    if ((await listingOf(release)) !== before) return leftOut('its files have just changed');
    await copyTree(path.join(own.core, SQLITE), path.join(ready, 'core', SQLITE));
    await cp(path.join(own.core, 'wp-content/db.php'), path.join(ready, 'core/wp-content/db.php'));
    await cp(own.wpCli, path.join(ready, 'wp-cli.phar'));
    await rename(ready, folder).catch(async (error: unknown) => {
      // Another process was faster; its copy is the same.
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return source;
}
