import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { PROCESS_NAME } from '../../kernel/process-name.ts';
import { createCoreStore, UNFINISHED, type CompiledCore, type SharedCore } from '../runtime/core-store.ts';
import { HostingError } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { copyTree, exists, type WordPressSource } from '../runtime/wordpress-source.ts';
import { compileCore, findCompiledCore } from './compiled-core.ts';
import { prepareDatabase } from './prepared-database.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { readRecord, withWorkFolder, writeRecord, type SiteFolder } from './site-folder.ts';
import { sentence } from '../../lib/sentence.ts';

/** The WordPress files of a site: shared ones, or its own. */
export type SiteCores = {
  /**
   * The shared WordPress for new sites; null where sites can't be prevented from writing to it, so that each gets its
   * own.
   */
  forNewSites(version?: string): Promise<SharedCore | null>;
  /**
   * The files of a version that new sites can get, by default the newest.
   * @throws HostingError UNSUPPORTED when it is missing
   */
  source(version?: string): WordPressSource;
  /**
   * The shared WordPress of a site, null when it has its own. Where none can be shared, the site gets its own copy
   * first.
   * @throws HostingError UNSUPPORTED when this server lacks its version
   */
  of(folder: SiteFolder): Promise<SharedCore | null>;
  /** The shared version of a site; null when the site's own files decide. */
  version(folder: SiteFolder): Promise<string | null>;
  /**
   * A version on this server.
   * @throws HostingError UNSUPPORTED when it is missing
   */
  get(version: string): Promise<SharedCore>;
  /** A template database to fill in, null when sites need a full installation. */
  database(version?: string): Promise<string | null>;
  /** Ends what is being compiled. */
  close(): Promise<void>;
};

/** The files of WordPress in the data folder, for the sites of one driver. */
export function createSiteCores(dataDir: string, runtime: HostingRuntime, log: (line: string) => void): SiteCores {
  const store = createCoreStore(dataDir);
  const once = createSharedWork<void>();
  const prepared = createSharedWork<string | null>();
  const version = async (folder: SiteFolder) => (await readRecord(folder).catch(() => null))?.core ?? null;
  const closing = new AbortController();
  let compiling: Promise<CompiledCore | null> | null = null;
  let compiled: CompiledCore | null = null;
  /** Sites start without it while PHP compiles, once for each of its builds. */
  const compiledNow = async (core: SharedCore): Promise<CompiledCore | null> => {
    compiled ??= await findCompiledCore(runtime);
    if (compiled === null && runtime.php.sharesCore && !closing.signal.aborted)
      compiling ??= compileCore(runtime, core, closing.signal).catch((error: unknown) => {
        if (!closing.signal.aborted)
          log(`WordPress could not be compiled ahead, so each start of a site compiles it: ${String(error)}`);
        return null;
      });
    return compiled;
  };
  const sources = [runtime.wordpress, ...(runtime.others ?? [])];
  const source = (wanted = runtime.wordpress.version): WordPressSource => {
    const known = sources.find((one) => one.version === wanted);
    if (known) return known;
    throw new HostingError(
      'UNSUPPORTED',
      sentence('This server no longer has WordPress {version}. Choose another version.', { version: wanted }),
      { retryable: false },
    );
  };
  const get = async (version: string): Promise<SharedCore> => {
    const known = sources.find((one) => one.version === version);
    if (!known) return store.find(version);
    const core = await store.add(known);
    // Only the newest is compiled ahead: starts with others take longer.
    return known === runtime.wordpress ? { ...core, compiled: await compiledNow(core) } : core;
  };
  return {
    version,
    get,
    source,
    async database(wanted) {
      if (!runtime.php.sharesCore) return null;
      const wordpress = source(wanted);
      const core = await store.add(wordpress);
      const folder = path.join(dataDir, 'core', `${UNFINISHED}${PROCESS_NAME}-${wordpress.version}`);
      return prepared(wordpress.version, () => prepareDatabase({ ...runtime, wordpress }, core, folder, log));
    },
    async close() {
      closing.abort();
      await compiling;
    },
    forNewSites: async (wanted) => (runtime.php.sharesCore ? store.add(source(wanted)) : null),
    async of(folder) {
      const shared = await version(folder);
      if (shared === null) return null;
      const core = await get(shared);
      if (runtime.php.sharesCore) return core;
      await once(folder.siteId, () => giveOwnCore(runtime, folder, core));
      return null;
    },
  };
}

/**
 * Copies the files of WordPress into a site that shared them, where sites can't share. They are complete beside the
 * site before each is renamed into place, so that no link planted by the site is followed.
 */
async function giveOwnCore(runtime: HostingRuntime, folder: SiteFolder, core: SharedCore): Promise<void> {
  await withWorkFolder(folder, async (work) => {
    const [own, old] = [path.join(work, 'public'), path.join(work, 'old')];
    await copyTree(core.folder, own);
    await mkdir(old);
    for (const name of core.entries) {
      const place = path.join(folder.publicDir, name);
      if (await exists(place)) await rename(place, path.join(old, name));
      await rename(path.join(own, name), place);
    }
  });
  await runtime.php.own(folder.mount);
  const { core: _shared, ...record } = await readRecord(folder);
  await writeRecord(folder, record);
}
