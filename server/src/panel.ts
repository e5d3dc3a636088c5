import { getRequestListener } from '@hono/node-server';
import { errorCatalogue } from '@panel/contract';
import path from 'node:path';
import { servesPanel } from './config/tls.ts';
import { trustedPeers } from './lib/client-address.ts';
import type { Config } from './config/config.ts';
import type { AppContext } from './context/app-context.ts';
import type { Clock, Logger } from './kernel/clock-and-log.ts';
import type { Meter } from './kernel/meter.ts';
import { createDatabaseTurns } from './db/database-turns.ts';
import type { OpenDatabase } from './db/database.ts';
import { refuseHalfRestored } from './db/restore-marker.ts';
import { watchDisk, type DiskPort } from './disk/disk-reserve.ts';
import { openDatabase } from './db/open-database.ts';
import { folderError, isDiskError } from './db/folder-lock.ts';
import type { Edge } from './edge/index.ts';
import { openProcessEvents } from './start/process-events.ts';
import { openSiteUses } from './start/open-site-uses.ts';
import {
  createLocalDriver,
  keepAsleep,
  keepReserve,
  keepToMachine,
  withPreviews,
  workloadOf,
  prepareRuntime,
  type HostingConfig,
  type HostingDriver,
} from './hosting/index.ts';
import { createSitePictures } from './hosting/browser/site-pictures.ts';
import { withAppEgress, withEgress } from './hosting/egress/with-egress.ts';
import { withRehearsals } from './hosting/rehearsal-id.ts';
import { startHousekeeping } from './start/chores.ts';
import { builtInSchedules } from './start/schedules.ts';
import { planKinds } from './start/plan-kinds.ts';
import { taskKinds } from './start/task-kinds.ts';
import { createApp, type PanelApp } from './http/app.ts';
import { asPanelError } from './http/call-handler.ts';
import { mustWait, sendOverloaded } from './http/shed-load.ts';
import { HEALTH_PATH, listen, sayHealth, sayRefused, type Handler, type ListenOptions } from './listen/http-server.ts';
import type { MachineError } from './machine/mark.ts';
import { createWhere } from './machine/where.ts';
import { createLog } from './process/log.ts';
import { runAs, withStatus } from './lib/running-work.ts';
import { createLimitLog, type LimitLog } from './metrics/limit-log.ts';
import { heldSites } from './modules/site/site-hold.repo.ts';
import { createMailPort } from './modules/mail/mail-port.ts';
import { createSiteSchedule } from './modules/site/site-schedule.repo.ts';
import { createReleaseCore } from './platform/release/release-core.ts';
import { createGenerationCounter } from './modules/site/cache-generation.repo.ts';
import { createSiteLimits } from './modules/site/site-limits.repo.ts';
import { createSiteOwners } from './modules/site/site-owner.repo.ts';
import { createSitePhp } from './modules/site-tool/site-php.repo.ts';
import { createAuthority } from './start/create-authority.ts';
import { createDnsDriver } from './dns/create-dns-driver.ts';
import { acceptReports } from './platform/health/accept-reports.ts';
import { createCutOff } from './start/cut-off.ts';
import { openAppDatabases } from './start/open-app-databases.ts';
import { openDns } from './start/open-dns.ts';
import { openEdge } from './start/open-edge.ts';
import { openDelegations, openDirectory, openEgress, openOutside } from './start/open-egress.ts';
import { openHealth, type Health } from './start/open-health.ts';
import { openMachine } from './start/open-machine.ts';
import { openMetrics } from './start/open-metrics.ts';
import { cardFormOf } from './platform/web/payment-sources.ts';
import { openPayments } from './start/open-payments.ts';
import { openSftp } from './start/open-sftp.ts';
import { startWatchdog } from './process/watchdog/watchdog.ts';
import { reportFolder } from './process/watchdog/report.ts';
import { watchHolds } from './process/watch-holds.ts';
import { openTls } from './start/open-tls.ts';
import { openTraces } from './start/open-traces.ts';
import { createSecretBox, loadSecretKey } from './security/secret-box.ts';
import { createInstallationPort } from './installation/panel-port.ts';
import { prepareData } from './start/first-data.ts';
import { createShutdown, type Shutdown } from './process/shutdown.ts';
import { openStorage } from './storage/open-storage.ts';
import { createTaskEngine, type RunningTaskEngine, type TaskEngineOptions } from './tasks/task-engine.ts';
import { createUploadPool } from './uploads/upload-pool.ts';
import type { WebOptions } from './platform/web/index.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');

export type PanelOptions = {
  onProgress?: (line: string) => void;
  /** Replaces the configured one; the panel closes it. */
  database?: OpenDatabase;
  /** Replaces the local driver; the panel ends it. */
  hosting?: HostingDriver;
  clock?: Clock;
  log?: Logger;
  /** Serve pages as well as calls; default true. */
  web?: boolean;
  /** Replaces limits of the listener, for tests. */
  door?: Pick<ListenOptions, 'behindMs'>;
  /** Replaces how long this machine serves without the database, and how often it reports, for tests. */
  machine?: { leaseMs?: number; beatMs?: number };
  tasks?: Partial<Pick<TaskEngineOptions, 'concurrency' | 'leaseMs' | 'stepTimeoutMs' | 'graceMs' | 'maxAttempts'>>;
};

export type Panel = {
  app: AppContext;
  port: number;
  /** Of the DNS server, UDP and TCP; null without one. */
  dnsPort: number | null;
  /** Of metrics, on this machine alone; null without them. */
  metricsPort: number | null;
  /** Of HTTPS; null without it. */
  httpsPort: number | null;
  http: PanelApp | null;
  edge: Edge | null;
  /** Settles once this machine may no longer take part: nothing is served from then on, and the process is to end. */
  refused: Promise<MachineError>;
  /** Ends everything in order: requests, tasks, hosted sites, database. Safe to call twice. */
  stop(): Promise<void>;
};

/** Starts one process of the panel in the roles of its settings. @throws StartError, ConfigError, DataFolderError, HostingError */
export async function startPanel(given: Config, options: PanelOptions = {}): Promise<Panel> {
  const progress = options.onProgress ?? (() => undefined);
  let handle: Handler = (_req, res) => sayHealth(res, false);
  let handleTls = handle;
  const { promise: refused, resolve: refuse } = Promise.withResolvers<MachineError>();
  const closing = createShutdown();
  try {
    const { close, port } = await listen(
      { ...given, ...options.door, exempt: trustedPeers(given.trustProxy) },
      (req, res, upgrade) => handle(req, res, upgrade),
    );
    closing.at('server', close);
    let config: Config = { ...given, port, publicUrl: given.publicUrl.replace(/:0$/, `:${port}`) };
    const log = options.log ?? createLog(config.logLevel);
    const clock = options.clock ?? { now: () => new Date() };

    refuseHalfRestored(config.dataDir);
    progress('Opening the database');
    const database = options.database ?? (await openDatabase(config, log));
    closing.at('database', () => database.close());
    const disk = watchDisk({ dataDir: config.dataDir, reserveMb: config.diskReserveMb, log });
    closing.at('disk', () => disk.close());
    const secretKey = loadSecretKey(config);
    const secrets = createSecretBox(secretKey);
    const releases = await createReleaseCore({
      config,
      db: database.db,
      alone: database.kind === 'pglite',
      log,
      clock,
      secretKey,
    });
    closing.at('releases', () => releases.close());
    const limits = createLimitLog({ db: database.db, clock, log });
    closing.at('limits', () => limits.close());
    const health = openHealth({ config, db: database.db, clock, log });
    closing.at('health', () => health.close());
    await acceptReports(reportFolder(config.dataDir), { db: database.db, clock, log });
    const holds = await watchHolds({ read: (now) => heldSites(database.db, now), clock, log });
    closing.at('holds', async () => holds.close());
    const driver =
      options.hosting ?? (await openHosting({ config, database, limits, clock, log, disk }, closing, progress));
    const unheld = keepReserve(withPreviews(driver, config.dataDir), disk.isLow);
    let mayServe = (): boolean => true;
    const own = keepAsleep(unheld, (hostedId) => !mayServe() || holds.isHeld(workloadOf(hostedId)));
    disk.onLook((freeBytes, reserveBytes, inodes) => void own.diskLooked?.(freeBytes, reserveBytes, inodes));
    closing.at('hosting', () => own.stopAll());
    const pictures = config.sitePictures ? createSitePictures(config.dataDir, own) : null;
    closing.at('pictures', async () => pictures?.close());
    const machine = await openMachine(
      { config, database, clock, log, secrets, hosting: own, ...options.machine },
      {
        onRefused(why) {
          handle = handleTls = (_req, res) => sayRefused(res, why);
          refuse(why);
        },
        serve: (req, res, upgrade) => handle(req, res, upgrade),
      },
    );
    closing.at('machine', () => machine.close());
    mayServe = machine.mayServe;
    const where = createWhere({ db: database.db, machine, clock, dataDir: config.dataDir });
    const hosting = keepToMachine(own, where);
    const metrics = await openMetrics({
      ...{ config, database, clock, log },
      hostedProcesses: () => hosting.running().length,
      isShedding: () => health.shedding() !== 'none',
      loopDelays: health.loopDelays,
    });
    if (metrics) closing.at('metrics', () => metrics.close());
    closing.at('traces', await openTraces({ config, log }));
    const bus = await openProcessEvents(database, createGenerationCounter(database.db), log);
    closing.at('bus', () => bus.close());
    const tasks = await createTaskEngine({
      database,
      log,
      secrets,
      kinds: taskKinds(hosting),
      machine,
      schedules: builtInSchedules,
      ...options.tasks,
    });
    closing.at('tasks', () => tasks.stop());

    const sftp = await openSftp({ config, db: database.db, hosting, clock, log });
    closing.at('sftp', () => sftp.close());
    const dns = await openDns({ config, db: database.db, log, secretKey });
    closing.at('dns', () => dns.close());
    const dnsDriver = createDnsDriver(config);
    const authority = await createAuthority({ config, db: database.db, secrets, clock, dns: dnsDriver });
    const tls = await openTls({ config, db: database.db, secrets, clock, log, authority }, (req, res, upgrade) =>
      handleTls(req, res, upgrade),
    );
    closing.at('tls', () => tls.close());
    config = { ...config, httpsPort: tls.port ?? config.httpsPort };
    const storage = await openStorage(config);
    closing.at('storage', async () => storage.close());
    const uploads = createUploadPool();
    closing.at('uploads', () => uploads.close());
    const mail = createMailPort({ config, db: database.db, log, secrets, clock });
    const {
      payments,
      paymentAccounts,
      close: closePayments,
    } = await openPayments(config, log, createDatabaseTurns(database));
    closing.at('payments', closePayments);
    const app: AppContext = {
      config,
      db: database.db,
      log,
      clock,
      mail,
      ...{ payments, paymentAccounts },
      tasks,
      planKinds: planKinds(),
      hosting,
      pictures,
      outside: openOutside(config),
      directory: openDirectory(config, { uploads, clock }),
      edge: bus,
      partners: bus.partners,
      secrets,
      releases,
      limits,
      meter: metrics?.meter,
      disk,
      holds,
      sftp,
      dns: dnsDriver,
      delegations: openDelegations(config),
      authority,
      ...{ storage, uploads },
      installation: createInstallationPort({ config, db: database.db, clock }),
      machine,
    };
    const edge = config.roles.includes('edge')
      ? openEdge({ ...app, hosting: own }, { visit: machine.visit, leftTo: where.leftTo })
      : null;
    if (edge) {
      bus.attach({
        purge: edge.purge,
        refresh: edge.refresh,
        invalidate(host) {
          edge.invalidate(host);
          dns.invalidate(host);
          tls.invalidate(host);
        },
      });
      closing.at('edge', () => edge.close());
    }
    const http = config.roles.includes('api')
      ? createApp(app, options.web === false ? {} : { web: await webOf(app, progress) })
      : null;
    if (http) closing.at('requests', () => http.idle());
    machine.onLease(createCutOff({ hosting: own, edge, sftp, where, log }));
    await beginWork(app, tasks, closing, progress);
    if (config.watchdogSeconds !== null)
      closing.at(
        'watchdog',
        startWatchdog({ silentMs: config.watchdogSeconds * 1000, folder: reportFolder(config.dataDir), log }),
      );
    const parts = { edge, health, log, meter: metrics?.meter };
    const serve = route(http, parts);
    const serveTls = route(servesPanel(config) ? http : null, parts);
    if (!machine.isRefused()) [handle, handleTls] = [serve, serveTls];
    const ports = { port, dnsPort: dns.port, httpsPort: tls.port, metricsPort: metrics?.port ?? null };
    return { app, ...ports, http, edge, refused, stop: closing.run };
  } catch (error) {
    await closing.run();
    throw isDiskError(error) ? folderError(given.dataDir, error) : error;
  }
}

async function beginWork(
  app: AppContext,
  tasks: RunningTaskEngine,
  closing: Shutdown,
  progress: (line: string) => void,
): Promise<void> {
  await prepareData(app, progress);
  if (!app.config.roles.includes('worker')) return;
  await tasks.work(app);
  closing.at('housekeeping', startHousekeeping(app));
}

type HostingDeps = {
  config: Config;
  database: OpenDatabase;
  limits: LimitLog;
  clock: Clock;
  log: Logger;
  disk: DiskPort;
};

async function openHosting(
  { config, database, limits, clock, log, disk }: HostingDeps,
  closing: Shutdown,
  progress: (line: string) => void,
): Promise<HostingDriver> {
  const hosting: HostingConfig = {
    dataDir: config.dataDir,
    cacheDir: path.join(config.cacheDir, 'hosting'),
    php: config.phpRuntime,
    phpBinary: config.phpBinary,
    phpVersions: config.phpVersions,
    wordpressVersions: config.wordpressVersions ?? null,
    databaseUrl: config.sitesDatabaseUrl ?? null,
    sandbox: config.sandbox,
    loopbackTrusted: ['127.0.0.1', '::1'].some(trustedPeers(config.trustProxy)),
    registry: config.npmRegistry,
    plainGit: config.egressAllow.length > 0,
    idleMinutes: config.siteIdleMinutes,
    maxRunning: config.siteMaxRunning ?? null,
  };
  const { db } = database;
  const runtime = await prepareRuntime(hosting, progress);
  const databases = await openAppDatabases({
    ...{ url: config.appsDatabaseUrl, dataDir: config.dataDir, missing: runtime.node?.missing ?? null, log },
  });
  const egress = await openEgress({ config, db, limits, clock, log, disk });
  closing.at('egress', () => egress.close());
  return createLocalDriver({
    config: hosting,
    runtime: {
      ...runtime,
      ...databases,
      php: withEgress(runtime.php, egress),
      ...(runtime.node && { node: withAppEgress(runtime.node, egress) }),
    },
    reach: egress.reach,
    uses: await openSiteUses(database, log),
    isScheduled: createSiteSchedule(db),
    ...withRehearsals({
      limits,
      limitsOf: createSiteLimits(db),
      ownerOf: createSiteOwners(db),
      phpOf: createSitePhp(db),
    }),
    log: (line) => log.info(line),
  });
}

/** The part that serves pages, after publishing the bundled releases; a process without the API does not load it. */
async function webOf(app: AppContext, progress: (line: string) => void) {
  const { createWeb } = await import('./platform/web/index.ts');
  const { publishBundled } = await import('./platform/release/bundled-releases.ts');
  const { createDevelopmentSource } = await import('./platform/release/development-source.ts');
  const { createReleaseSource } = await import('./platform/release/visitor-set.ts');
  const { webDir, webDevelopment, webOverrides } = app.config;
  progress('Publishing the bundled releases');
  await publishBundled(app, webDir ?? REPOSITORY, webDevelopment ? 'missing' : 'all');
  const released = createReleaseSource(app.releases);
  const source = webDevelopment ? createDevelopmentSource(released, webDevelopment, app.log) : released;
  return (visitOf: WebOptions['visitOf']) =>
    createWeb({ releases: source, visitOf, overrides: webOverrides, paymentsOf: cardFormOf(app) });
}

type Routed = { edge: Edge | null; health: Health; log: Logger; meter: Meter | undefined };

/** One port for all: hosted sites by host name, and the panel for everything else. */
function route(http: PanelApp | null, { edge, health: { shedding }, log, meter }: Routed): Handler {
  const panel = http && getRequestListener(http.fetch, { overrideGlobalObjects: false });
  return (req, res, upgrade) => {
    const answer = async (): Promise<void> => {
      const isOfSite = edge !== null && (await edge.handles(req.headers.host));
      if (!isOfSite && req.url === HEALTH_PATH) return sayHealth(res, true);
      if (mustWait(shedding(), req, isOfSite)) return sendOverloaded(res);
      if (isOfSite) {
        if (meter) res.once('close', () => meter.siteRequest(res.statusCode));
        return edge.handle(req, res, upgrade);
      }
      if (panel) return void (await panel(req, res));
      res.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' });
      res.end('No panel is served here.\n');
    };
    runAs({ kind: 'request', name: req.method ?? 'GET' }, withStatus(answer, res)).catch((thrown: unknown) => {
      asPanelError(thrown, log);
      if (!res.headersSent) res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' });
      res.end(`${errorCatalogue.NOT_AVAILABLE.message}\n`);
    });
  };
}
