import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { HostingError } from '../hosting-error.ts';
import { runCommand } from '../process/run-command.ts';
import { copyTree, exists, SQLITE, type WordPressSource } from './wordpress-source.ts';
import { sentence } from '../../lib/sentence.ts';

/**
 * One shared version of WordPress: everything but `wp-content`. The panel owns it, and no runtime lets a site write
 * to it. `entries` are the names that take their places in a site's document root.
 */
export type SharedCore = {
  version: string;
  folder: string;
  entries: readonly string[];
  /** What PHP has compiled of it before; `in tmp`: it is being compiled into the temporary folder of the mount. */
  compiled?: CompiledCore | 'in tmp' | null;
};

/**
 * A folder of opcache's file cache, and the name by which PHP looks for it: the id of its build. `worker`: what node has
 * compiled of the process that runs PHP, where that is node.
 */
export type CompiledCore = { folder: string; id: string; worker?: string | null };

/** The shared versions of WordPress, in `{dataDir}/core/{version}`. */
export type CoreStore = {
  /** Adds a version to the store, unless it is already there. */
  add(source: WordPressSource): Promise<SharedCore>;
  /** @throws HostingError UNSUPPORTED when this server lacks the version */
  find(version: string): Promise<SharedCore>;
};

/** Prefix of unfinished entries in the store's folder. */
export const UNFINISHED = '.new-';
/** The themes that come with WordPress, in a separate folder: `wp-content` is the site's. */
const SHARED_THEMES = 'wp-themes';

/** Opens the store of a data folder. */
export function createCoreStore(dataDir: string): CoreStore {
  const root = path.join(dataDir, 'core');
  const known = new Map<string, Promise<SharedCore>>();

  const read = async (version: string): Promise<SharedCore> => {
    const folder = path.join(root, version);
    const entries = /^\d[\w.-]*$/.test(version) ? await readdir(folder).catch(() => []) : [];
    if (entries.length > 0) return { version, folder, entries: entries.sort() };
    throw new HostingError(
      'UNSUPPORTED',
      sentence('This server does not have WordPress {version}, which the site needs. Contact support.', { version }),
      { retryable: false },
    );
  };
  /** Cached without expiry: what a version in the store contains never changes. */
  const keep = (version: string, work: () => Promise<SharedCore>): Promise<SharedCore> => {
    const found = known.get(version) ?? work();
    known.set(version, found);
    found.catch(() => known.delete(version));
    return found;
  };

  return {
    find: (version) => keep(version, () => read(version)),
    add: ({ version, core }) =>
      keep(version, async () => {
        if (!(await exists(path.join(root, version)))) await build(root, version, core);
        if (!(await exists(path.join(root, version, SQLITE)))) await addSqlite(root, version, core);
        return read(version);
      }),
  };
}

function build(root: string, version: string, source: string): Promise<void> {
  return addWhole(root, version, async (core) => {
    await linkTree(source, core);
    await rename(path.join(core, 'wp-content/themes'), path.join(core, SHARED_THEMES));
    await rm(path.join(core, 'wp-content'), { recursive: true });
  });
}

/** Completes a version from before sites shared the SQLite integration. Sites of that time go on using their own copy. */
function addSqlite(root: string, version: string, source: string): Promise<void> {
  return addWhole(root, path.join(version, SQLITE), (place) => linkTree(path.join(source, SQLITE), place));
}

/** Makes a folder of the store, which appears there complete or not at all. */
async function addWhole(root: string, name: string, make: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const work = await mkdtemp(path.join(root, UNFINISHED));
  try {
    await make(path.join(work, 'new'));
    await rename(path.join(work, 'new'), path.join(root, name));
  } catch (error) {
    // Another process was faster; its copy is the same.
    if (!(await exists(path.join(root, name)))) throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Hard-links a file where the file system can, which takes no room: nobody writes to either. */
async function linkTree(from: string, to: string): Promise<void> {
  const linked = await runCommand({
    file: 'cp',
    args: ['-al', '--', from, to],
    env: { PATH: process.env['PATH'] ?? '' },
  })
    .then(({ code }) => code === 0)
    .catch(() => false);
  if (linked) return;
  await rm(to, { recursive: true, force: true });
  await copyTree(from, to);
}
