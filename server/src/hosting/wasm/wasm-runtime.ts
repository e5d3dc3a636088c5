import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import type { SiteLimits } from '@panel/contract';
import type { ExecResult } from '../driver.ts';
import { WASM_NETWORK_SETTINGS } from '../egress/site-environment.ts';
import { HostingError } from '../hosting-error.ts';
import { processLimits } from '../limits/lower.ts';
import { usageOfTree } from '../limits/process-tree.ts';
import type { SiteCgroup } from '../limits/site-cgroup.ts';
import type { SiteResources } from '../limits/site-resources.ts';
import { watchLimits } from '../limits/watch-limits.ts';
import { SupportedPHPVersions } from '@php-wasm/universal';
import { compareVersions } from '@panel/contract/compare-versions';
import phpWasm from '@php-wasm/node/package.json' with { type: 'json' };
import { CLOSED, phpSettings } from '../native/php-settings.ts';
import { giveToSite, takeOver } from '../native/site-owner.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { fileArgument, INSIDE } from '../runtime/site-runtime.ts';
import type { RunOptions, SiteChannels, SiteMount, SiteRuntime } from '../runtime/site-runtime.ts';
import { joinPhpVersions } from '../runtime/php-versions.ts';
import { findIsolation } from './find-isolation.ts';
import { cacheSettings } from './opcache.ts';
import { wasmMemory } from './wasm-memory.ts';
import type { WasmMemory } from './wasm-memory.ts';
import { startWorker } from './wasm-worker-process.ts';
import type { Order, WorkerProcess } from './wasm-worker-process.ts';
import { workerChannels, workerFolders } from './worker-sandbox.ts';
import type { WorkerIsolation } from './worker-sandbox.ts';

/** The PHP of the panel's own packages for which WordPress is compiled ahead. */
export const WASM_PHP_VERSION = '8.4';
/** Older ones get no security updates. */
const OLDEST = '8.2';

/** The other versions whose packages are installed. */
function otherVersions(): string[] {
  const library = createRequire(createRequire(import.meta.url).resolve('@php-wasm/node'));
  return SupportedPHPVersions.filter((version) => {
    if (version === WASM_PHP_VERSION || compareVersions(version, OLDEST) < 0) return false;
    try {
      library.resolve(`@php-wasm/node-${version.replace('.', '-')}`);
      return true;
    } catch {
      return false;
    }
  });
}

/** How long a process that was started for a command waits for the next one. */
const LINGER_MS = 10_000;
const SOCKET = 'php.sock';
/**
 * Processor limit of a worker while it starts, and the time it applies for, because its first page compiles most of
 * PHP.
 */
const START_CPU_PERCENT = 200;
const WARM_UP_MS = 3000;
const SMALLEST_PLAN = limitsOfPlan('FREE').site;

type Started = { worker: WorkerProcess; runDir: string; cgroup: SiteCgroup; started(): Promise<void> };
/** What a process gets when it starts. */
type Means = { limits: SiteLimits; memory: WasmMemory; channels: SiteChannels | undefined };
type Entry = { starting: Promise<Started>; means: Means; jobs: number; serving: boolean; timer: NodeJS.Timeout | null };

/** `note` gets lines for the operator's terminal. */
type WasmOptions = {
  panelDir: string;
  dataDir: string;
  sandbox: 'auto' | 'off';
  resources: SiteResources;
  note(line: string): void;
};

/** Hosts sites with the versions of PHP that the panel's packages have as WebAssembly. */
export async function createWasmRuntime({
  panelDir,
  dataDir,
  sandbox,
  resources,
  note,
}: WasmOptions): Promise<SiteRuntime> {
  const isolation = await findIsolation({ panelDir, dataDir, sandbox, lower: resources.lower });
  if (!isolation.bwrap)
    note(
      "Hosted PHP runs without bubblewrap: only WebAssembly and Node's permission model keep it from the files of this machine.",
    );
  else if (!isolation.asUser && process.getuid?.() === 0)
    note(
      'Hosted PHP runs as root inside bubblewrap: it did not start under the user of a site. Check that every user may pass through the folders of the panel.',
    );
  const runtimeOf = (phpVersion: string) => openRuntime({ panelDir, resources, isolation, phpVersion });
  return joinPhpVersions(runtimeOf(WASM_PHP_VERSION), otherVersions().map(runtimeOf));
}

type RuntimeOptions = Pick<WasmOptions, 'panelDir' | 'resources'> & { isolation: WorkerIsolation; phpVersion: string };

/** One version of PHP, in one process per site: starting one costs seconds, so commands share it. */
function openRuntime({ panelDir, resources, isolation, phpVersion }: RuntimeOptions): SiteRuntime {
  const entries = new Map<string, Entry>();

  const startProcess = async (mount: SiteMount, { limits, memory, channels }: Means): Promise<Started> => {
    if (isolation.asUser) await takeOver(mount);
    const runDir = await (await resources.run()).folder();
    if (isolation.asUser) await chown(runDir, siteUid(mount.siteId), siteUid(mount.siteId));
    // The parent folder keeps everyone else out.
    if (isolation.asUser && channels !== undefined) await chmod(path.dirname(channels.egress), 0o711);
    const cgroups = await resources.cgroups();
    const allowed = { ...limits, memoryMb: memory.ceilingMb };
    const cgroup = await cgroups.site(mount.siteId, {
      ...allowed,
      cpuPercent: Math.max(limits.cpuPercent, START_CPU_PERCENT),
    });
    const started = async () => (await cgroups.site(mount.siteId, allowed)).close();
    const perProcess = { ...processLimits(limits), ...(cgroup.controls('memory') ? {} : { dataMb: memory.dataMb }) };
    const request = {
      isolation,
      mount,
      panelDir,
      runDir,
      channels,
      script: 'worker.ts',
      maxOldSpaceMb: memory.oldSpaceMb,
      lower: resources.lower,
      limits: perProcess,
      joinFiles: cgroup.joinFiles,
    };
    const compiled = mount.core?.compiled ?? null;
    const settings = { ...phpSettings(mount), ...CLOSED, ...WASM_NETWORK_SETTINGS, ...cacheSettings(compiled) };
    const boot = {
      phpVersion,
      settings,
      folders: workerFolders(request),
      coreEntries: mount.core?.entries ?? [],
      compiledId: compiled === null || compiled === 'in tmp' ? null : compiled.id,
      channels: workerChannels(request),
      heapMb: memory.heapMb,
    };
    const worker = startWorker(request, boot, randomBytes(24).toString('base64url'));
    const cleanUp = async () => {
      await cgroup.close();
      await rm(runDir, { recursive: true, force: true });
    };
    // What cannot be removed now is removed at the next start.
    worker.exited.then(cleanUp).catch(() => undefined);
    return { worker, runDir, cgroup, started };
  };

  const begin = (mount: SiteMount, means: Means): Entry => {
    const entry: Entry = { starting: startProcess(mount, means), means, jobs: 0, serving: false, timer: null };
    const forget = () => {
      if (entries.get(mount.live) === entry) entries.delete(mount.live);
    };
    entry.starting.then(({ worker }) => worker.exited).then(forget, forget);
    entries.set(mount.live, entry);
    return entry;
  };

  /** The process of a site; one that only waits for commands is replaced by one with more memory. */
  const entryOf = async (
    mount: SiteMount,
    { limits = SMALLEST_PLAN, channels }: Pick<RunOptions, 'limits' | 'channels'>,
  ): Promise<Entry> => {
    const means = { limits, memory: wasmMemory(limits), channels };
    const known = entries.get(mount.live);
    if (known === undefined) return begin(mount, means);
    const enough =
      known.means.memory.ceilingMb >= means.memory.ceilingMb &&
      known.means.limits.fileSizeMb === limits.fileSizeMb &&
      (channels === undefined || known.means.channels?.egress === channels.egress);
    if (enough || known.jobs > 0 || known.serving) return known;
    await stop(known);
    return entries.get(mount.live) ?? begin(mount, means);
  };

  const stop = async (entry: Entry): Promise<void> => (await entry.starting.catch(() => null))?.worker.stop();

  const ask = async (entry: Entry, order: Order, signal?: AbortSignal): Promise<ExecResult> => {
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.jobs += 1;
    try {
      return await (await entry.starting).worker.ask(order, signal);
    } finally {
      entry.jobs -= 1;
      if (entry.jobs === 0 && !entry.serving)
        entry.timer = setTimeout(() => void stop(entry).catch(() => undefined), LINGER_MS).unref();
    }
  };

  const command = async (mount: SiteMount, order: Order, options: RunOptions): Promise<ExecResult> =>
    ask(await entryOf(mount, options), order, options.signal);

  /** From here on the site's user cannot replace the socket. */
  const closeRunFolder = async (runDir: string): Promise<string> => {
    const socketPath = path.join(runDir, SOCKET);
    if (isolation.asUser) await chown(runDir, 0, 0);
    await chmod(runDir, 0o700);
    if (!(await lstat(socketPath)).isSocket())
      throw new HostingError('START_FAILED', 'The web server of the site did not start. Try again in a minute.', {
        retryable: true,
      });
    return socketPath;
  };

  return {
    kind: 'wasm',
    phpVersion,
    // The build changes with the package.
    build: `${phpVersion}-${phpWasm.version}`,
    sharesCore: true,
    noDatabases: 'the bundled PHP has no sandbox that leads to one',
    own: (mount) => (isolation.asUser ? giveToSite(mount) : Promise.resolve()),
    async serve(mount, options) {
      const entry = await entryOf(mount, options);
      entry.serving = true;
      try {
        const { worker, runDir, cgroup, started } = await entry.starting;
        const stopWatch = watchLimits(cgroup, options.hit, () => void worker.stop());
        worker.onHeld(() => options.hit('network'));
        const exited = worker.exited.then(async ({ outOfMemory }) => {
          await stopWatch();
          if (outOfMemory) options.hit('memory');
        });
        // The marker of the process is also the token: it is random, and known only to this process and the panel.
        const token = worker.marker;
        const inside = path.join(workerFolders({ isolation, mount, panelDir, runDir }).run, SOCKET);
        await ask(entry, { type: 'listen', token, socketPath: inside });
        const timer = setTimeout(() => void started().catch(() => worker.stop()), WARM_UP_MS).unref();
        void worker.exited.then(() => clearTimeout(timer));
        const socketPath = await closeRunFolder(runDir);
        return {
          ...{ endpoint: { socketPath, token }, pid: worker.pid, exited, stop: worker.stop },
          usage: async () => (await cgroup.usage()) ?? usageOfTree(worker.pid),
          activity: () => ({ requestSince: worker.requestSince(), working: entry.jobs > 0 }),
        };
      } catch (error) {
        await stop(entry);
        throw error;
      }
    },
    script: (mount, script, input, options) =>
      command(
        mount,
        { type: 'script', file: `${script}.php`, env: { ...options.env, PANEL_INPUT: JSON.stringify(input) } },
        options,
      ),
    wp: (mount, args, options) =>
      command(
        mount,
        { type: 'wp', args: [...args, ...fileArgument(INSIDE.tmp, options)], env: options.env ?? {} },
        options,
      ),
    async release(live) {
      const entry = entries.get(live);
      if (entry !== undefined) await stop(entry);
    },
    async close() {
      await Promise.all([...entries.values()].map(stop));
      await resources.close();
    },
  };
}
