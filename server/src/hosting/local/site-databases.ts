import type { SiteLimits } from '@panel/contract';
import type { DatabaseServer } from '../database/database-server.ts';
import type { HostingConfig } from '../hosting-config.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteMount, SiteRuntime } from '../runtime/site-runtime.ts';
import { list } from './panel-files.ts';
import { databaseServer, forgetDatabases, serverDatabase } from './server-database.ts';
import { isUnfinishedSwap } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';

type Place = Pick<SiteMount, 'siteId' | 'live'>;

/** The databases of this driver's sites on the server, if there is one; sites with an SQLite file are left alone. */
export type SiteDatabases = {
  /** For new sites; null when they get SQLite files. */
  server: DatabaseServer | null;
  /** The socket that a site's network leads to; null for a site with an SQLite file. */
  socketFor(place: Place): Promise<string | null>;
  /** Applies the limits of a site's plan. A server that does not answer is no reason not to start the site. */
  limit(place: Place, limits: SiteLimits): Promise<void>;
  size(place: Place): Promise<{ bytes: number; tables: number }>;
  /** Deletes what an interrupted change of a site left on the server. */
  tidy(folder: Pick<SiteFolder, 'mount' | 'root'>): Promise<void>;
  /** Deletes all databases of a site. @throws HostingError */
  drop(place: Place): Promise<void>;
  close(): Promise<void>;
};

/** @throws HostingError RUNTIME_MISSING when sites cannot reach the configured server */
export async function openSiteDatabases(
  { databaseUrl, dataDir }: HostingConfig,
  { noDatabases }: Pick<SiteRuntime, 'noDatabases'>,
  log: (line: string) => void,
): Promise<SiteDatabases> {
  if (databaseUrl && noDatabases !== null)
    throw new HostingError(
      'RUNTIME_MISSING',
      `SITES_DATABASE_URL cannot be used: ${noDatabases ?? 'this PHP has no sandbox'}. Install php-mysql and bubblewrap, or remove the setting.`,
      { retryable: false },
    );
  // Its client is large, and most panels have no such server.
  const server = databaseUrl
    ? (await import('../database/database-server.ts')).openDatabaseServer(databaseUrl, dataDir)
    : null;
  const logged = (doing: string, place: Place) => (error: unknown) => {
    const detail = error instanceof HostingError ? error.detail : undefined;
    log(`the database of ${place.siteId} could not be ${doing}: ${detail ?? String(error)}`);
  };
  return {
    server,
    async socketFor(place) {
      if (server === null || (await serverDatabase(place)) === null) return null;
      return server.socket().catch((error: unknown) => {
        logged('reached', place)(error);
        throw error;
      });
    },
    async limit(place, limits) {
      const found = await serverDatabase(place);
      if (found !== null) await server?.limit(found.name, limits).catch(logged('given its limits', place));
    },
    async size(place) {
      const found = await serverDatabase(place);
      return found === null || server === null ? { bytes: 0, tables: 0 } : server.size(found.name);
    },
    async tidy({ mount, root }) {
      // An unfinished swap, which `recover` completes, names another one.
      if (server === null || (await list(root)).some(isUnfinishedSwap)) return;
      const kept = (await serverDatabase(mount))?.name ?? null;
      const tidied = server.keepOnly(mount.siteId, kept).then(() => forgetDatabases(mount, kept));
      await tidied.catch(logged('tidied up', mount));
    },
    async drop(place) {
      if ((await serverDatabase(place)) !== null) databaseServer({ databases: server });
      await server?.keepOnly(place.siteId, null);
    },
    close: async () => server?.close(),
  };
}
