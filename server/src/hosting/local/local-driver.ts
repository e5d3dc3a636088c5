import { randomBytes } from 'node:crypto';
import { limitsOfPlan, type SiteLimits } from '@panel/contract';
import { createSiteAgent } from '../agent/index.ts';
import type { HostingDriver, LeaseUse, LimitPort, LimitsOf, Progress, Verification } from '../driver.ts';
import { NPM_REGISTRY } from '../hosting-config.ts';
import { HostingError, throwIfAborted, toHostingError } from '../hosting-error.ts';
import { createDiskQuota } from '../limits/disk-quota.ts';
import { heldBytes } from '../limits/held-bytes.ts';
import { aloneUses } from '../site-uses.ts';
import { endLeftovers } from '../process/leftovers.ts';
import { markProcess } from '../../kernel/process-mark.ts';
import { withLimits } from '../limits/with-limits.ts';
import { versionsOf } from '../runtime/php-versions.ts';
import type { ServeOptions, SiteMount, SiteProcess } from '../runtime/site-runtime.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { openSiteDatabases } from './site-databases.ts';
import { createStaticServer } from '../static/static-server.ts';
import { wasmMemory } from '../wasm/wasm-memory.ts';
import { startCron } from './cron.ts';
import { createAppBuilds } from './app-builds.ts';
import { createAppParts } from './app-parts.ts';
import { createAnswerSteps } from './answer-steps.ts';
import { createCopies } from './copy-into.ts';
import { createFileClients } from './file-clients.ts';
import { kindsOf, LOCAL_KINDS, portsOfKinds, type LocalKind } from './kinds/index.ts';
import type { LocalDriverOptions } from './driver-options.ts';
import { createKeeper } from './keeper.ts';
import { runningLimit } from './running-limit.ts';
import { createDatabaseMove } from './move-database.ts';
import { originStep } from './origin-step.ts';
import { createRehearsal } from './rehearse-site.ts';
import { createArchives } from './archives.ts';
import { readArchive } from './site-archive.ts';
import { createBlueprints } from './site-blueprint.ts';
import { createUpgrade } from './site-upgrade.ts';
import { readRecord, recordedPhp, removeFolder, siteFolder, sweep, writeRecord } from './site-folder.ts';
import { createServerRecords } from './server-record.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { deploySource, SOURCE_IDLE_MS } from './site-source.ts';
import { createSiteCommands } from './site-commands.ts';
import { createSiteCores } from './site-core.ts';
import { createSiteGate } from './site-gate.ts';
import { createSiteTurns } from './site-turns.ts';
import { createInspection } from './inspection.ts';
import { withCopyFor } from './temporary-files.ts';
import { verifySite } from './verify-site.ts';
import { isLeaving } from '../leaving.ts';
import { workloadOf } from '../preview-id.ts';
import { createWatchdog } from './watchdog.ts';
import { withMount } from './with-mount.ts';
import type { SiteTools } from './site-tools.ts';

const SMALLEST_PLAN: LimitsOf = async () => limitsOfPlan('FREE').site;
const NO_LIMIT_LOG: LimitPort = { hit: () => undefined };

const EXEC_TIMEOUT_MS = 120_000;
/** What the requests of a site get to end before it is changed. */
const DRAIN_MS = 3_000;
const MEGABYTE = 1024 ** 2;
/** Time limit for counting the files of the largest sites. */
const MEASURE_MS = 60_000;
const MEASURING = 'We could not measure the site.';

/**
 * Hosts sites in folders of this machine. Creating the driver ends servers that a killed panel left behind and
 * completes its unfinished swaps and deletions.
 */
export async function createLocalDriver({
  config,
  runtime: given,
  clock = { now: Date.now },
  log = () => undefined,
  limitsOf = SMALLEST_PLAN,
  limits = NO_LIMIT_LOG,
  ownerOf,
  phpOf = async () => null,
  isScheduled = async () => true,
  uses = aloneUses(),
  reach,
  kinds = LOCAL_KINDS,
  sourceIdleMs: idleMs = SOURCE_IDLE_MS,
}: LocalDriverOptions): Promise<HostingDriver> {
  markProcess(config.dataDir);
  const ended = await endLeftovers(await sweep(config.dataDir));
  if (ended > 0) log(`ended ${ended} site servers of an earlier run`);
  const folderOf = (siteId: string) => siteFolder(config.dataDir, siteId);
  const kindOf = kindsOf(kinds);
  const portsOf = portsOfKinds(kinds);
  const cores = createSiteCores(config.dataDir, given, log);
  const databases = await openSiteDatabases(config, given.php, log);
  const php = withMount(withLimits(given.php, limitsOf), async (mount) => ({
    ...mount,
    core: mount.core === undefined ? await cores.of(folderOf(mount.siteId)) : mount.core,
    database: await databases.socketFor(mount),
    phpVersion: mount.phpVersion ?? (await recordedPhp(folderOf(mount.siteId))),
    php: await phpOf(mount.siteId),
  }));
  const runtime = { ...given, php };
  const gate = createSiteGate();
  const commands = createSiteCommands();
  const turns = createSiteTurns({
    ...{ gate, uses, folderOf, tidy: databases.tidy, lingers: runtime.php.kind === 'wasm' },
    hasLeft: (siteId) => isLeaving(config.dataDir, workloadOf(siteId)),
    end: async (siteId) => void (await Promise.all([commands.end(siteId), stopHere(siteId, DRAIN_MS)])),
  });
  const { standing } = turns;
  const agent = createSiteAgent({ ...config, log, ownerOf });
  const statics = createStaticServer();
  const records = createServerRecords(log);
  /** Of running sites. */
  const plans = new Map<string, SiteLimits>();
  const keeper = createKeeper({
    clock,
    maxRunning: config.maxRunning ?? runningLimit(runtime.php.kind),
    idleMs: config.idleMinutes * 60_000,
    late: (siteId) =>
      void watchdog.late(siteId).catch((error: unknown) => log(`${siteId} could not be ended: ${String(error)}`)),
    displaced: (siteId) => limits.hit(siteId, 'requests'),
    ...{ ownerOf, log },
    serve: (siteId) => serveNow(siteId),
    async ended(siteId) {
      plans.delete(siteId);
      await records.remove(folderOf(siteId));
    },
  });
  /** Starts a process of a site; by default the one that its kind has. */
  const serveNow = (siteId: string, serve?: NonNullable<LocalKind['serve']>): Promise<SiteProcess> =>
    turns.serving(siteId, async () => {
      const folder = folderOf(siteId);
      const token = randomBytes(24).toString('base64url');
      await records.write(folder, { marker: token });
      const plan = quota.limitsNow(siteId, await limitsOf(siteId));
      await databases.limit(folder.mount, plan);
      const hit: ServeOptions['hit'] = (kind) => limits.hit(siteId, kind);
      const { serve: own } = kindOf((await readRecord(folder)).kind);
      const begin = serve ?? own;
      if (!begin) throw new Error('A kind without a process is never kept.');
      const process = await begin(runtime, folder, { token, limits: plan, hit });
      // A process that already ran for a command keeps the token it was started with.
      if (process.endpoint.token !== token) await records.write(folder, { marker: process.endpoint.token ?? token });
      plans.set(siteId, plan);
      return process;
    });
  const quota = createDiskQuota({
    ...{ limitsOf, limits, log },
    running: () => [...new Set([...keeper.running(), ...clients.sites()])],
    stop: (siteId) => stop(siteId),
    async measure(siteId) {
      const { mount } = folderOf(siteId);
      if (!(await exists(mount.live))) return null;
      const process = keeper.processes().find((site) => site.siteId === siteId)?.process;
      const measured = (folder: SiteMount) =>
        agent.need(folder, 'usage', {}, MEASURING, { deadlineMs: MEASURE_MS, background: true });
      const [files, temporary, held] = await Promise.all([
        measured(mount),
        measured({ ...mount, live: mount.tmp }),
        process ? heldBytes(process.pid) : 0,
      ]);
      const { bytes, tables } = await databases.size(mount);
      return {
        bytes: files.bytes + temporary.bytes + held + bytes + (await appParts.bytes(siteId)),
        files: files.files + temporary.files + tables,
        complete: files.complete && temporary.complete,
      };
    },
  });
  const clients = createFileClients({
    ...{ agent, using: turns.using, folderOf, cores, limitsOf },
    limitsNow: quota.limitsNow,
  });
  const stop = async (siteId: string, drainMs = 0) =>
    void (await Promise.all([clients.end(siteId), keeper.stop(siteId, drainMs)]));
  // On php-wasm a process that ran a command waits for the next one.
  const stopHere = (siteId: string, drainMs = 0) =>
    stop(siteId, drainMs).then(() => runtime.php.release(folderOf(siteId).live));
  const watchdog = createWatchdog({
    ...{ clock, log, end: keeper.stop, hit: limits.hit },
    watched: () =>
      keeper.processes().map((site) => {
        const plan = plans.get(site.siteId) ?? limitsOfPlan('FREE').site;
        return {
          ...site,
          requestMs: plan.requestSeconds * 1000,
          memoryBytes: (runtime.php.kind === 'wasm' ? wasmMemory(plan).ceilingMb : plan.memoryMb) * 2 ** 20,
        };
      }),
  });

  const stopCron = startCron({
    ...{ log, isScheduled },
    running: keeper.running,
    endpoint: keeper.endpoint,
    lease: (siteId) => keeper.lease(siteId, 'upkeep'),
    async jobs(siteId) {
      const record = await readRecord(folderOf(siteId)).catch(() => null);
      const target = record && kindOf(record.kind).scheduledJobs;
      return target ? { url: record.url, target } : null;
    },
  });

  /** Starts without waiting for the gate, for operations that hold it themselves. */
  const startNow = async (siteId: string, use?: LeaseUse) => {
    const folder = folderOf(siteId);
    const known = keeper.endpoint(siteId);
    if (known !== null) return keeper.start(siteId, use);
    const kind = kindOf((await readRecord(folder)).kind);
    const files = await kind.publicFiles?.(folder, { cores });
    if (!kind.serve || files?.mode === 'site')
      return statics.endpoint(siteId, async () => {
        const now = await kind.publicFiles?.(folder, { cores });
        return now?.mode === 'site' ? now : null;
      });
    await kind.ready?.(folder);
    return keeper.start(siteId, use).catch((error: unknown) => {
      throw toHostingError(error, 'We could not start the site.');
    });
  };

  /** The tools to change a site, with the disk space of its plan. */
  const toolsOf = async (siteId: string): Promise<SiteTools> => {
    const site = await limitsOf(siteId);
    return {
      ...{ runtime, agent, cores, databases: databases.server },
      limits: site,
      maxBytes: site.diskMb * MEGABYTE,
    };
  };

  /** Requests a site for the panel: it is not stopped meanwhile, and does not count as unused. */
  const asking = async <T>(siteId: string, work: () => Promise<T>): Promise<T> => {
    const release = keeper.lease(siteId, 'upkeep');
    try {
      return await work();
    } finally {
      release();
    }
  };

  const verify = (siteId: string, fqdn: string, use?: LeaseUse): Promise<Verification> =>
    asking(siteId, async () => {
      const folder = folderOf(siteId);
      const record = await readRecord(folder);
      const endpoint = await startNow(siteId, use);
      return verifySite(kindOf(record.kind).verify, { folder, record, fqdn, endpoint, agent, runtime });
    });
  const shared = createSharedWork<Verification>();

  const answerSteps = createAnswerSteps({ startNow, asking, verify });

  const steps: HostingDriver['steps'] = (spec) => {
    const folder = folderOf(spec.siteId);
    const { from } = spec;
    const own = from
      ? [originStep({ spec, from, folder, toolsOf, standing })]
      : kindOf(spec.kind).steps(toolsOf, folder, spec);
    return [...own, ...answerSteps(spec)].map((step) => ({
      ...step,
      run: (p: Progress) =>
        step.run(p).catch((error: unknown) => {
          throw toHostingError(error, 'We could not create the site.');
        }),
    }));
  };

  const registry = config.registry ?? NPM_REGISTRY;
  const { endBuilds, ...builds } = createAppBuilds({
    ...{ folderOf, toolsOf, node: runtime.node, registry },
    plainGit: config.plainGit ?? false,
    buildLimits: config.buildLimits,
    replaceServer: (siteId, serve) => keeper.replace(siteId, () => serveNow(siteId, serve)),
    retireServer: keeper.retire,
    // Servers of the earlier release that other processes run.
    afterSwitch: (siteId) => turns.owning(siteId, async () => undefined),
  });

  const appParts = createAppParts({ folderOf, toolsOf, limitsOf, agent, runtime, config });

  const destroy: HostingDriver['destroy'] = async (siteId, p) => {
    await Promise.all([endBuilds(siteId), appParts.end(siteId)]);
    await standing(siteId, 'We could not delete the site.', async () => {
      const folder = folderOf(siteId);
      await runtime.php.release(folder.live);
      statics.forget(siteId);
      quota.forget(siteId);
      await databases.drop(folder.mount);
      await appParts.ports.dropAppDatabase(siteId);
      await removeFolder(folder, p?.progress);
    });
  };

  return {
    steps,
    verify: (siteId, fqdn, use) => shared(`${siteId} ${fqdn}`, () => verify(siteId, fqdn, use)),
    async create(spec, p) {
      for (const step of steps(spec)) {
        throwIfAborted(p.signal);
        p.note(step.title);
        if (step.name !== 'verify' && step.name !== 'start' && (await step.check())) continue;
        await step.run(p);
      }
    },
    start: (siteId, use) => turns.afterChanges(siteId, () => startNow(siteId, use)),
    stop: (siteId) => stopHere(siteId),
    sleep: (siteId) => turns.owning(siteId, () => stopHere(siteId)),
    destroy,
    ...createRehearsal({ kindOf, folderOf, toolsOf, standing, asking, startNow, destroy, verify, appParts }),
    ...createCopies({ kindOf, folderOf, toolsOf, standing, verify }),
    restore: (siteId, fromFile, parts = 'all', p) =>
      standing(siteId, 'We could not restore the site.', async () => {
        const folder = folderOf(siteId);
        const what = { file: fromFile, parts, p, ...(p?.database && { engine: p.database }) };
        await readArchive(await toolsOf(siteId), folder, await readRecord(folder), what);
      }),
    ...createArchives({ agent, inFiles: clients.inFiles, exclusive: gate.exclusive, kindOf, folderOf, toolsOf }),
    ...createUpgrade({ folderOf, toolsOf, standing }),
    ...createDatabaseMove({ folderOf, toolsOf, standing }),
    ...createBlueprints({ folderOf, toolsOf, standing, exclusive: gate.exclusive }),
    async deploy(siteId, source, p) {
      const { maxBytes } = await toolsOf(siteId);
      const alone = <T>(work: () => Promise<T>) => gate.exclusive(siteId, work);
      return deploySource({ ...{ agent, reach, maxBytes, idleMs }, alone }, folderOf(siteId), source, p).catch(
        (error: unknown) => {
          throw toHostingError(error, 'We could not fetch the files.');
        },
      );
    },
    async exec(siteId, args, opts = {}) {
      const folder = folderOf(siteId);
      if (!portsOf((await readRecord(folder)).kind).has('wordpress'))
        throw new HostingError('UNSUPPORTED', 'Only WordPress sites have this tool.', { retryable: false });
      quota.ran(siteId);
      const { file, input, timeoutMs = EXEC_TIMEOUT_MS } = opts;
      const run = (ended: AbortSignal) => {
        const options = {
          signal: opts.signal ? AbortSignal.any([ended, opts.signal]) : ended,
          ...(input !== undefined && { env: { PANEL_INPUT: input } }),
        };
        return file === undefined
          ? runtime.php.wp(folder.mount, args, options)
          : withCopyFor(folder, file, (copy) => runtime.php.wp(folder.mount, args, { ...options, file: copy }));
      };
      return turns.using(siteId, () => commands.run(siteId, timeoutMs, run));
    },
    rename: (siteId, next, p) =>
      standing(siteId, 'We could not rename the site.', async () => {
        const folder = folderOf(siteId);
        const record = await readRecord(folder);
        await kindOf(record.kind).rename?.({ tools: await toolsOf(siteId), folder, record }, next.url, p);
        await writeRecord(folder, { ...record, fqdn: next.fqdn, url: next.url });
      }),
    async usage(siteId) {
      const folder = folderOf(siteId);
      if (!(await exists(folder.live))) return { bytes: 0, files: 0, complete: true };
      const files = await agent.need(folder.mount, 'usage', {}, MEASURING, { deadlineMs: MEASURE_MS });
      const more = (await databases.size(folder.mount)).bytes + (await appParts.bytes(siteId));
      return { ...files, bytes: files.bytes + more };
    },
    ...createInspection({ agent, runtime, folderOf, standing, measureMs: MEASURE_MS }),
    async info(siteId) {
      const folder = folderOf(siteId);
      const record = await readRecord(folder).catch(() => null);
      const { info } = record === null ? {} : kindOf(record.kind);
      if (!record || !info) return { wpVersion: null, phpVersion: null };
      return info({ folder, record, tools: { runtime, agent, cores, databases: databases.server } });
    },
    ...builds,
    ...appParts.ports,
    ...clients.ports,
    running: () => keeper.running(),
    endpoint: (siteId) => keeper.endpoint(siteId),
    lease: keeper.lease,
    diskLooked: quota.looked,
    publicFiles: async (siteId, kind) => (await kindOf(kind).publicFiles?.(folderOf(siteId), { cores })) ?? null,
    portsOf,
    runsProcess: (kind) => kindOf(kind).serve !== undefined,
    whileStopped: (siteId, work) => standing(siteId, 'We could not stop the site.', work),
    async stopAll() {
      stopCron();
      watchdog.close();
      await Promise.all([clients.close(), keeper.stopAll()]);
      await statics.close();
      await cores.close();
      await runtime.php.close?.();
      await agent.close();
      await Promise.all([databases.close(), appParts.close()]);
      await uses.close();
    },
    capabilities: () => ({
      php: runtime.php.kind,
      wpVersions: [runtime.wordpress, ...(runtime.others ?? [])].map(({ version }) => version),
      phpVersions: versionsOf(runtime.php),
      databases: databases.server === null ? ['sqlite'] : ['sqlite', 'mariadb'],
      databaseTool: runtime.databaseTool ?? false,
    }),
  };
}
