import type { HostedDatabase } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { DatabaseRow } from './database.repo.ts';

type Facts = Pick<HostedDatabase, 'engine' | 'bytes' | 'access' | 'owner'>;

/** What has databases: a kind of workloads that have a port of hosting. */
export type DatabaseSource = {
  /** The kinds of workloads that it is about. */
  kinds(app: Pick<AppContext, 'hosting'>): readonly string[];
  /** What is known of one now; asks the host. */
  look(app: Pick<AppContext, 'hosting' | 'log'>, row: DatabaseRow): Promise<Facts>;
};

/** The databases of WordPress sites. */
const wordpress: DatabaseSource = {
  kinds: () => ['wordpress'],
  async look({ hosting, log }, row) {
    const asked = async <T>(ask: () => Promise<T>): Promise<T | null> => {
      try {
        return await ask();
      } catch (error) {
        log.warn({ err: error, siteId: row.id }, 'the database of a site could not be looked at');
        return null;
      }
    };
    const engine = await asked(() => hosting.databaseEngine(row.id));
    const bytes = engine === null ? null : await asked(() => hosting.databaseBytes(row.id));
    const canOpen = row.status === 'ready' && hosting.capabilities().databaseTool;
    return { engine, bytes, owner: 'site', access: canOpen ? 'browser' : 'none' };
  },
};

/** All of whose workloads have databases. Another kind of workload adds its own. */
export const DATABASE_SOURCES: readonly DatabaseSource[] = [wordpress];

/** The databases of applications that got one. Its code alone reaches it. */
export const lookAtApp: DatabaseSource['look'] = async ({ hosting, log }, row) => {
  const found = await hosting.appDatabase(row.id).catch((error: unknown) => {
    log.warn({ err: error, siteId: row.id }, 'the database of an application could not be looked at');
    return null;
  });
  return { engine: 'postgresql', bytes: found?.bytes ?? null, owner: 'app', access: 'none' };
};
