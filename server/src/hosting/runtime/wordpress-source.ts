import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unpack } from '../../lib/unpack.ts';
import { HostingError, toHostingError } from '../hosting-error.ts';
import { runCommand } from '../process/run-command.ts';

/**
 * The release of WordPress that we host. A package of the npm registry contains it; it is unpacked by version and
 * integrity and is not a dependency.
 */
const SOURCE = {
  name: 'wp-studio',
  version: '1.22.0',
  integrity: 'sha512-boMtahkhgWDKKyNTBA1uTK5ghnAmxXhDY6KeQCO9FmcI3/o+YOSq8JwYW5ZYnxHCxH14Jf/mD6CJTBvTWl2Ytw==',
  wordpress: '7.1.1',
  root: 'package/dist/cli/wp-files/',
};

/** Raise it when the layout of the prepared folder changes, so that older caches are not used. */
const LAYOUT = 2;

/**
 * The SQLite integration, which every site uses as its database. It lies beside WordPress and not in `wp-content`, so
 * that sites share it as they share WordPress.
 */
export const SQLITE = 'wp-sqlite';

/** What is being made in the cache folder begins with this. */
export const DOWNLOAD = 'tmp-';
/** No download takes this long; an older one was interrupted. */
const DOWNLOAD_OLD_MS = 3_600_000;

/** A WordPress ready to copy: core with the SQLite drop-in, and WP-CLI beside it. */
export type WordPressSource = { version: string; core: string; wpCli: string };

/** Where a version of WordPress lies once it is prepared. */
export const wordpressFolder = (cacheDir: string, version: string): string =>
  path.join(cacheDir, `wordpress-${version}-${LAYOUT}`);

/** Fetches, verifies and unpacks WordPress into `cacheDir` if missing; safe to run concurrently. */
export async function prepareWordPress(cacheDir: string, note: (line: string) => void): Promise<WordPressSource> {
  const folder = wordpressFolder(cacheDir, SOURCE.wordpress);
  const source = {
    version: SOURCE.wordpress,
    core: path.join(folder, 'core'),
    wpCli: path.join(folder, 'wp-cli.phar'),
  };
  await sweepDownloads(cacheDir);
  if (await exists(folder)) return source;
  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(path.join(cacheDir, DOWNLOAD));
  try {
    note(`Fetching WordPress ${SOURCE.wordpress}`);
    const tarball = await fetchPackage(work);
    note('Checking its integrity');
    await checkIntegrity(tarball);
    note(`Unpacking WordPress ${SOURCE.wordpress}`);
    await unpackParts(tarball, path.join(work, 'ready'));
    await publish(path.join(work, 'ready'), folder);
  } catch (error) {
    throw toHostingError(error, 'We could not prepare WordPress.');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return source;
}

/** Removes leftovers of killed downloads; a running download of another process is newer. */
export async function sweepDownloads(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir).catch(() => [])) {
    if (!name.startsWith(DOWNLOAD)) continue;
    const folder = path.join(cacheDir, name);
    const found = await stat(folder).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DOWNLOAD_OLD_MS) await rm(folder, { recursive: true, force: true });
  }
}

/** Uses the npm command, which knows the registry, proxy and credentials of this machine. */
async function fetchPackage(work: string): Promise<string> {
  const args = ['pack', `${SOURCE.name}@${SOURCE.version}`, '--pack-destination', work, '--silent', '--ignore-scripts'];
  const result = await runCommand({ file: 'npm', args, env: plainEnvironment() }).catch((error: unknown) => {
    throw new HostingError(
      'SOURCE_UNAVAILABLE',
      'The npm command is needed to fetch WordPress. Install npm and start again.',
      { retryable: true, cause: error },
    );
  });
  if (result.code !== 0) {
    throw new HostingError(
      'SOURCE_UNAVAILABLE',
      'WordPress could not be fetched from the package registry. Check the network and start again.',
      {
        retryable: true,
        detail: result.stderr.slice(-2000),
      },
    );
  }
  return path.join(work, `${SOURCE.name}-${SOURCE.version}.tgz`);
}

async function checkIntegrity(tarball: string): Promise<void> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  const actual = `sha512-${hash.digest('base64')}`;
  if (actual === SOURCE.integrity) return;
  throw new HostingError(
    'INTEGRITY_MISMATCH',
    'The WordPress package is not the expected one and was not used. Contact the operator.',
    {
      retryable: false,
      detail: `expected ${SOURCE.integrity}, got ${actual}`,
    },
  );
}

async function unpackParts(tarball: string, ready: string): Promise<void> {
  const raw = path.join(ready, 'raw');
  await mkdir(raw, { recursive: true });
  const wanted = ['latest/wordpress/', 'sqlite-database-integration/', 'wp-cli/'].map((part) => SOURCE.root + part);
  await unpack({
    file: tarball,
    cwd: raw,
    strip: SOURCE.root.split('/').length - 1,
    filter: (entry) => wanted.some((part) => entry.startsWith(part)),
  });
  const core = path.join(ready, 'core');
  await rename(path.join(raw, 'latest/wordpress'), core);
  await rename(path.join(raw, 'wp-cli/wp-cli.phar'), path.join(ready, 'wp-cli.phar'));
  const plugin = path.join(core, SQLITE);
  await rename(path.join(raw, 'sqlite-database-integration'), plugin);
  await writeDropIn(plugin, path.join(core, 'wp-content/db.php'));
  await rm(raw, { recursive: true });
}

/** The integration's drop-in, with a path that is right wherever the site's folder is mounted. */
async function writeDropIn(plugin: string, file: string): Promise<void> {
  const template = await readFile(path.join(plugin, 'db.copy'), 'utf8');
  const text = template
    .replace("'{SQLITE_IMPLEMENTATION_FOLDER_PATH}'", `ABSPATH . '${SQLITE}'`)
    .replaceAll('{SQLITE_PLUGIN}', 'sqlite-database-integration/load.php');
  await writeFile(file, text);
}

async function publish(ready: string, folder: string): Promise<void> {
  try {
    await rename(ready, folder);
  } catch (error) {
    // Another process was faster; its copy is the same.
    if (!(await exists(folder))) throw error;
  }
}

/**
 * Copies a tree as fast as possible: `cp` clones blocks where the file system supports it, and otherwise needs a
 * third of the time of node's own copy.
 * @param onCopied gets the number of files and folders that are copied so far
 */
export async function copyTree(
  from: string,
  to: string,
  signal?: AbortSignal,
  onCopied?: (count: number) => void,
): Promise<void> {
  const archive = process.platform === 'linux' ? ['-a', '--reflink=auto'] : ['-a'];
  const args = [...archive, ...(onCopied ? ['-v'] : []), '--', from, to];
  const result = await runCommand({ file: 'cp', args, env: plainEnvironment() }, signal, onCopied).catch(
    (error: unknown) => {
      if (error instanceof HostingError) throw error;
      return null;
    },
  );
  if (result?.code === 0) return;
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/** The panel's environment for helper programs of the machine itself, never for customers' code. */
function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Whether a path exists. */
export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
