import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { PROCESS_NAME } from '../process/process-name.ts';
import { createCoreStore, UNFINISHED } from '../runtime/core-store.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { copyTree, exists } from '../runtime/wordpress-source.ts';
import { prepareDatabase } from './prepared-database.ts';
import { createSharedWork } from './shared-work.ts';
import { readRecord, withWorkFolder, writeRecord } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';

/** Which WordPress files a site runs on: those that sites share, or its own. */
export type SiteCores = {
  /** The shared WordPress of new sites; null where sites cannot be kept from writing to it, so that each has its own. */
  forNewSites(): Promise<SharedCore | null>;
  /**
   * The shared WordPress of a site, null when it has its own. Where none can be shared the site gets its own first.
   * @throws HostingError UNSUPPORTED when this server does not have its version
   */
  of(folder: SiteFolder): Promise<SharedCore | null>;
  /** The version of a site that shares; null when the files of the site have to say. */
  version(folder: SiteFolder): Promise<string | null>;
  /** A version that is on this server. @throws HostingError UNSUPPORTED when it is not */
  get(version: string): Promise<SharedCore>;
  /** A database of an installed WordPress to fill in, null when sites have to be installed from nothing. */
  database(): Promise<string | null>;
};

/** The files of WordPress in the data folder, for the sites of one driver. */
export function createSiteCores(dataDir: string, runtime: HostingRuntime): SiteCores {
  const store = createCoreStore(dataDir);
  const once = createSharedWork<void>();
  const prepared = createSharedWork<string | null>();
  const version = async (folder: SiteFolder) => (await readRecord(folder).catch(() => null))?.core ?? null;
  const get = (version: string) =>
    version === runtime.wordpress.version ? store.add(runtime.wordpress) : store.find(version);
  return {
    version,
    get,
    async database() {
      if (!runtime.php.sharesCore) return null;
      const core = await store.add(runtime.wordpress);
      return prepared('', () =>
        prepareDatabase(runtime, core, path.join(dataDir, 'core', `${UNFINISHED}${PROCESS_NAME}`)),
      );
    },
    forNewSites: async () => (runtime.php.sharesCore ? store.add(runtime.wordpress) : null),
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
 * Puts the files of WordPress into a site that shared them, where sites cannot share. They are complete beside the site
 * before each takes its place with one rename, which follows no link that the site may have planted.
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
