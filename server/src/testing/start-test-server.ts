import { CSRF_COOKIE } from '@panel/contract';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../config/config.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Clock } from '../kernel/clock-and-log.ts';
import type { HostingDriver } from '../hosting/driver.ts';
import { createFaultyDriver } from './faulty/faulty-driver.ts';
import { sessionCookieName } from '../context/cookies.ts';
import { csrfToken } from '../context/csrf.ts';
import { createLog } from '../process/log.ts';
import { openSession } from '../modules/session/session.service.ts';
import { startPanel, type PanelOptions } from '../panel.ts';
import { Client } from './client.ts';
import { createFastDriver } from './fast-driver.ts';
import { scenarioRepo, type PartnerRow, type ScenarioRepo, type UserRow } from './scenario.repo.ts';
import { openTestDatabase } from './test-database.ts';

export type TestServerOptions = {
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Replaces the fast driver; `faulty` still wraps it. */
  hosting?: (dataDir: string) => Promise<HostingDriver>;
  clock?: Clock;
  /** A folder with the embedded database, which stays; without it everything is temporary. */
  dataDir?: string;
  tasks?: PanelOptions['tasks'];
  door?: PanelOptions['door'];
  web?: boolean;
};

export type TestServer = {
  /** Address of the server; the Host header selects the panel. */
  url: string;
  port: number;
  /** Of the DNS server, with DNS_PORT in `env`; otherwise null. */
  dnsPort: number | null;
  /** Of HTTPS, with HTTPS_PORT in `env`; otherwise null. */
  httpsPort: number | null;
  /** Of metrics, with METRICS_PORT in `env`; otherwise null. */
  metricsPort: number | null;
  app: AppContext;
  db: AppContext['db'];
  dataDir: string;
  scenario: ScenarioRepo;
  /** A client that is not signed in. */
  anonymous(partner: PartnerRow): Client;
  /** A client of a signed-in user; the session is written to the database. */
  as(partner: PartnerRow, user: UserRow): Promise<Client>;
  /** Stores the edge's counts. */
  flushUsage(): Promise<void>;
  stop(): Promise<void>;
};

/** The panel opens the database itself, and closes it. */
const OWN_FOLDER = { database: undefined, url: undefined, drop: async () => undefined };

/**
 * A real server in this process on a free port, with its own database (on TEST_DATABASE_URL's server, otherwise
 * embedded in memory) and sites in a temporary folder.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'panel-test-')));
  const config = readConfig({
    PORT: '0',
    SEED: 'none',
    SITE_PICTURES: 'off',
    LOG_LEVEL: 'silent',
    SFTP_PORT: 'off',
    DNS_PORT: 'off',
    HTTPS_PORT: 'off',
    // Nothing answers there: tests never ask the resolvers of the machine.
    DNS_RESOLVERS: '127.0.0.1:1',
    ...options.env,
    DATA_DIR: dataDir,
  });
  const { database, url, drop } = options.dataDir ? OWN_FOLDER : await openTestDatabase(config.cacheDir);
  const hosting = createFaultyDriver(await (options.hosting ?? ((folder) => createFastDriver(folder)))(dataDir));
  const log = createLog(config.logLevel);
  const panel = await startPanel(
    { ...config, databaseUrl: url },
    {
      database,
      hosting,
      log,
      web: options.web ?? false,
      clock: options.clock,
      tasks: options.tasks,
      door: options.door,
    },
  );
  const { app, port } = panel;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dnsPort: panel.dnsPort,
    httpsPort: panel.httpsPort,
    metricsPort: panel.metricsPort,
    app,
    db: app.db,
    dataDir,
    scenario: scenarioRepo(app.db),
    anonymous: (partner) => new Client(port, partner.domain),
    as: (partner, user) => signIn(app, port, partner, user),
    flushUsage: async () => panel.edge?.flush(),
    async stop() {
      await panel.stop();
      await drop();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A session as the sign-in creates it, with the browser's cookies. */
export async function signIn(app: AppContext, port: number, partner: PartnerRow, user: UserRow): Promise<Client> {
  const request = { ip: '127.0.0.1', userAgent: 'test' };
  const { id, csrfSecret } = await openSession(app.db, user, { partnerId: partner.id, request }, app.clock.now());
  return new Client(port, partner.domain, {
    [sessionCookieName(false)]: id,
    [CSRF_COOKIE]: csrfToken(csrfSecret, partner.id),
  });
}
