import path from 'node:path';
import { userInfo } from 'node:os';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { openCluster, type Cluster } from '../db/embedded/open-cluster.ts';
import { findPrograms, type Programs } from '../db/embedded/programs.ts';
import { openDatabaseRelay } from '../hosting/database/database-relay.ts';
import { openPostgresServer, type PostgresServer } from '../hosting/database/postgres-server.ts';
import { HostingError } from '../hosting/hosting-error.ts';
import { findSystem } from '../hosting/node/jail.ts';
import type { Logger } from '../kernel/clock-and-log.ts';

type Given = Pick<Config, 'dataDir'> & {
  /** APPS_DATABASE_URL. */
  url: string | undefined;
  /** Why nothing can be isolated on this machine. */
  missing: string | null;
  log: Pick<Logger, 'error' | 'info'>;
};
type Found = { postgres: PostgresServer } | { postgresMissing: string };

/** The PostgreSQL server for applications: the configured one, or one that is started when a database is first needed. */
export async function openAppDatabases({ url, dataDir, missing, log }: Given): Promise<Found> {
  if (missing !== null) return { postgresMissing: missing };
  if (url !== undefined) return { postgres: configured(url, dataDir) };
  const programs = findPrograms();
  if ('reason' in programs)
    return { postgresMissing: `Databases of applications need PostgreSQL: ${programs.reason}.` };
  const system = await findSystem();
  const isolated = (own: Programs, writable: readonly string[]) => inSandbox(own, system, writable);
  const folder = path.join(path.resolve(dataDir), 'app-databases');
  let opened: Promise<Cluster> | null = null;
  const open = async (): Promise<Cluster> => {
    opened ??= openCluster({ folder, programs, isolated, log });
    opened.catch(() => (opened = null));
    const cluster = await opened;
    // The next call runs it, if the process that does has ended.
    if (!cluster.isOwn) opened = null;
    return cluster;
  };
  const place = async () => {
    const { host, socket, user, password } = await open().catch((error: unknown) => {
      log.error({ err: error }, 'The PostgreSQL for applications does not start.');
      throw error;
    });
    return { admin: { host, user, password, database: 'postgres' }, socket };
  };
  const close = async () => {
    const last = opened;
    opened = null;
    await (await last?.catch(() => null))?.close();
  };
  return { postgres: openPostgresServer(place, close) };
}

/** No network, and of this machine's files its programs and its own data alone. */
function inSandbox(
  { initdb, postgres, user }: Programs,
  system: readonly string[],
  writable: readonly string[],
): Programs {
  const own = path.resolve(path.dirname(postgres), '..');
  const ids = user.ids ? ['--uid', user.ids.uid, '--gid', user.ids.gid] : [];
  const command = [
    // The outer one ends with the panel, and the inner one with it.
    ...['setpriv', '--pdeathsig', 'INT', '--'],
    ...['bwrap', ...system, '--dev', '/dev', '--ro-bind', own, own],
    ...[...new Set(writable)].flatMap((folder) => ['--bind', folder, folder]),
    // Without /proc the loader cannot find the folder of the program by itself.
    ...['--setenv', 'LD_LIBRARY_PATH', path.join(own, 'lib')],
    ...['--remount-ro', '/', '--unshare-user', ...ids, '--unshare-net', '--unshare-uts', '--chdir', '/', '--'],
  ];
  return { initdb, postgres, user: { ...user, command } };
}

function configured(url: string, dataDir: string): PostgresServer {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const admin = { host, port, user: user ?? '', password: String(password ?? ''), database: database ?? 'postgres' };
  const relay = host.startsWith('/') ? null : openDatabaseRelay({ host, port }, dataDir);
  let closed: Promise<void> | null = null;
  const place = async () => {
    closed ??= refuseOpenAccounts(admin);
    closed.catch(() => (closed = null));
    await closed;
    return { admin, socket: relay ? await relay.socket() : path.join(host, `.s.PGSQL.${port}`) };
  };
  return openPostgresServer(place, async () => relay?.close());
}

/**
 * Hosted code reaches the server as the panel's system user, from the panel's address.
 * @throws HostingError for an account that it could use
 */
async function refuseOpenAccounts(admin: {
  host: string;
  port: number;
  user: string;
  database: string;
}): Promise<void> {
  for (const user of new Set([admin.user, userInfo().username, 'postgres'])) {
    const client = new pg.Client({ ...admin, user, password: 'not the password', connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    const denied = await client.connect().then(
      () => false,
      (error: unknown) => {
        // Class 28, and a server that asks for a password before it looks at the name.
        if (error instanceof Error && 'code' in error && String(error.code).startsWith('28')) return true;
        if (error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))) return false;
        throw error;
      },
    );
    await client.end().catch(() => undefined);
    if (!denied)
      throw new HostingError(
        'DATABASE_UNAVAILABLE',
        'The database server for applications is not set up safely, so applications cannot use it. Contact support.',
        {
          retryable: false,
          detail: `PostgreSQL lets ${user} in without the right password, so hosted code could use that account. In pg_hba.conf, let connections of the panel say a password (scram-sha-256).`,
        },
      );
  }
}
