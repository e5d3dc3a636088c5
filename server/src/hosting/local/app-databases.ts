import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { AppDatabases } from '../driver.ts';
import { databaseNameOf, type PostgresServer } from '../database/postgres-server.ts';
import { HostingError } from '../hosting-error.ts';
import { INSIDE_PORTS } from '../runtime/site-runtime.ts';
import { readJson, writeAtomic } from './panel-files.ts';
import { readRecord, type SiteFolder } from './site-folder.ts';

/** What the server of an application gets of its database. */
export type DatabaseWay = { url: string; password: string; socket: string };

const RECORD = v.object({ password: v.string() });
const HOST = '127.0.0.1';

/**
 * Beside the releases, out of hosted code's reach. It is written before the database exists and removed after it is gone, and
 * the server of a release wakes with it while the panel's own database is not asked.
 */
const recordOf = ({ root }: Pick<SiteFolder, 'root'>): string => path.join(root, 'database.json');

const passwordOf = async (folder: Pick<SiteFolder, 'root'>): Promise<string | null> => {
  const parsed = v.safeParse(RECORD, await readJson(recordOf(folder)));
  return parsed.success ? parsed.output.password : null;
};

/** How the code of an application reaches its database; null without one. A server that is away keeps nothing from starting. */
export async function databaseWay(
  server: PostgresServer | undefined,
  folder: Pick<SiteFolder, 'root' | 'siteId'>,
): Promise<DatabaseWay | null> {
  const password = await passwordOf(folder);
  if (password === null || !server) return null;
  const name = databaseNameOf(folder.siteId);
  const url = `postgres://${name}:${password}@${HOST}:${INSIDE_PORTS.postgres}/${name}`;
  return { url, password, socket: await server.socket().catch(() => '/nonexistent') };
}

type Deps = { folderOf(siteId: string): SiteFolder; server: PostgresServer | undefined; missing: string | null };

/** The databases of applications on their server. */
export function createAppDatabases({ folderOf, server, missing }: Deps): {
  port: AppDatabases;
  /** Bytes of a database; 0 without one. */
  bytes(siteId: string): Promise<number>;
  close(): Promise<void>;
} {
  const reason = server ? null : (missing ?? 'Databases of applications do not run on this server.');
  const need = (): PostgresServer => {
    if (server) return server;
    throw new HostingError('UNSUPPORTED', reason ?? '', { retryable: false });
  };
  const port: AppDatabases = {
    appDatabasesMissing: () => reason,
    appDatabaseAddress(siteId) {
      const name = databaseNameOf(siteId);
      return { host: HOST, port: INSIDE_PORTS.postgres, name, user: name };
    },
    async setAppDatabase(siteId, password) {
      const folder = folderOf(siteId);
      await readRecord(folder);
      const to = need();
      await writeAtomic(recordOf(folder), JSON.stringify({ password }), 0o600);
      await to.set(siteId, password);
    },
    entersAppDatabase: async (siteId, password) =>
      (await passwordOf(folderOf(siteId))) === password && need().enters(siteId, password),
    async appDatabase(siteId) {
      if ((await passwordOf(folderOf(siteId))) === null || !server) return null;
      return { name: databaseNameOf(siteId), bytes: await server.size(siteId) };
    },
    async dropAppDatabase(siteId) {
      const folder = folderOf(siteId);
      if ((await passwordOf(folder)) === null) return;
      await need().drop(siteId);
      await rm(recordOf(folder), { force: true });
    },
  };
  return {
    port,
    bytes: async (siteId) => (await port.appDatabase(siteId).catch(() => null))?.bytes ?? 0,
    close: async () => server?.close(),
  };
}
