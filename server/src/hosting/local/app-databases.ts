import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { AppDatabases, Check } from '../driver.ts';
import type { PostgresServer } from '../database/postgres-server.ts';
import type { DumpComparison } from '../database/dump/compare-dump.ts';
import { plainText } from '../../lib/plain-text.ts';
import { databaseNameOf } from '../database/postgres-names.ts';
import { HostingError } from '../hosting-error.ts';
import { INSIDE_PORTS } from '../runtime/site-runtime.ts';
import { readJson, writeAtomic } from './panel-files.ts';
import { withDumpOf } from './app-archive.ts';
import { readRecord, type SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';

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

const PASSWORD_BYTES = 24;
const CHECK = 'Its database has the tables and rows that were backed up';
const LONGEST = 300;

const count = (some: number, what: string): string => `${some} ${what}${some === 1 ? '' : 's'}`;

function compared({ tables, rows, differs }: DumpComparison): Check {
  if (differs === null) return { name: CHECK, ok: true, detail: `${count(tables, 'table')}, ${count(rows, 'row')}` };
  const { table, rows: found, recorded } = differs;
  const said = (some: number | null) => (some === null ? 'not there' : count(some, 'row'));
  const detail = `${table}: ${said(found)} in the copy, ${said(recorded)} in the backup`;
  return { name: CHECK, ok: false, detail: plainText(detail, LONGEST) };
}

/** A dump that PostgreSQL refuses is a fault of the archive; whatever passes is not. */
function refusedDump(error: unknown): Check {
  if (!(error instanceof HostingError) || error.code !== 'COMMAND_FAILED' || error.retryable) throw error;
  return { name: CHECK, ok: false, detail: plainText(error.message, LONGEST) };
}

/** Text needs more than what it describes: twice for bytes, and several times where the server compresses. */
const DUMP_PER_DISK = 4;

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  server: PostgresServer | undefined;
  missing: string | null;
};

/** The dump of an archive that a copy gets its database from. `bytes`: its size. */
export type CopiedDatabase = { archive: string; bytes: number; signal?: AbortSignal | undefined };

/** The databases of applications on their server. */
export function createAppDatabases({ folderOf, toolsOf, server, missing }: Deps): {
  port: AppDatabases;
  /** Gives a copy beside an application the database of an archive. It is deleted with the copy. */
  restoreForCopy(copyId: string, from: CopiedDatabase): Promise<Check>;
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
    async dumpAppDatabase(siteId, toFile, signal) {
      const password = await passwordOf(folderOf(siteId));
      if (password === null) throw new Error(`The application ${siteId} has no database.`);
      const { maxBytes } = await toolsOf(siteId);
      return need().dump({ siteId, password }, toFile, { maxBytes: DUMP_PER_DISK * maxBytes, signal });
    },
    async fillAppDatabase(siteId, { archive, bytes, password, mark, signal }) {
      await port.setAppDatabase(siteId, password);
      const what = { file: archive, maxBytes: bytes };
      await withDumpOf(await toolsOf(siteId), folderOf(siteId), what, (dump) =>
        need().fill({ siteId, password }, dump, { mark, signal }),
      );
    },
    isAppDatabaseFilled: (siteId, mark) => need().isFilled(siteId, mark),
    swapAppDatabase: (siteId, mark) => need().swap(siteId, mark),
    isAppDatabaseSwapped: (siteId, mark) => need().isSwapped(siteId, mark),
    swapBackAppDatabase: (siteId, mark) => need().swapBack(siteId, mark),
    tidyAppDatabase: (siteId) => need().tidy(siteId),
  };
  return {
    port,
    async restoreForCopy(copyId, { archive, bytes, signal }) {
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      await port.setAppDatabase(copyId, password);
      const what = { file: archive, maxBytes: bytes };
      return withDumpOf(await toolsOf(copyId), folderOf(copyId), what, (dump) =>
        need().fillCopy({ siteId: copyId, password }, dump, { signal }).then(compared, refusedDump),
      );
    },
    bytes: async (siteId) => (await port.appDatabase(siteId).catch(() => null))?.bytes ?? 0,
    close: async () => server?.close(),
  };
}
