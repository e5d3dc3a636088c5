import { mkdir, mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import type { LimitKind, SiteLimits } from '@panel/contract';
import type { ExecResult } from '../../src/hosting/driver.ts';
import { hostingConfigFromEnv } from '../../src/hosting/index.ts';
import { openCgroups } from '../../src/hosting/limits/site-cgroup.ts';
import { openSiteResources, type SiteResources } from '../../src/hosting/limits/site-resources.ts';
import { processLimits } from '../../src/hosting/limits/lower.ts';
import { askSite } from '../../src/hosting/local/ask-site.ts';
import type { SiteAnswer } from '../../src/hosting/local/ask-site.ts';
import { countedProcesses, jailed } from '../../src/hosting/native/jail.ts';
import { createNativeRuntime } from '../../src/hosting/native/native-runtime.ts';
import { runCommand } from '../../src/hosting/process/run-command.ts';
import { findNativePhp } from '../../src/hosting/runtime/native-php.ts';
import { minimalEnvironment } from '../../src/hosting/runtime/minimal-environment.ts';
import type { NativePhp } from '../../src/hosting/runtime/native-php.ts';
import { installFilter, installScripts } from '../../src/hosting/runtime/data-folder.ts';
import type { ServeOptions, SiteMount, SiteProcess, SiteRuntime } from '../../src/hosting/runtime/site-runtime.ts';
import { NEVER_MS } from '../../src/testing/index.ts';

export type BareSites = {
  hits: LimitKind[];
  site(name: string): Promise<SiteMount>;
  serve(mount: SiteMount, options?: Partial<ServeOptions>): Promise<BareSite>;
  stop(): Promise<void>;
};

/** A folder of PHP-only sites on native PHP: the sandbox is what matters, and they open quickly. */
export type Sandbox = BareSites & {
  dataDir: string;
  php: NativePhp;
  runtime: SiteRuntime;
  /** PHP in the sandbox with every function and FFI, as after an exploit of PHP. */
  broken(mount: SiteMount, code: string, limits?: SiteLimits): Promise<ExecResult>;
  close(): Promise<void>;
};

export type BareSite = {
  process: SiteProcess;
  run(php: string, timeoutMs?: number): Promise<SiteAnswer>;
  plant(php: string): Promise<string>;
};

export const FREE = limitsOfPlan('FREE').site;
const URL_OF_SITE = 'http://bare.sites.localhost:8099';

/**
 * @param withCgroups false: see `withoutCgroups`
 * @returns the reason when this machine cannot run it
 */
export async function openSandbox(
  sandbox: 'auto' | 'off' = 'auto',
  withCgroups = true,
): Promise<Sandbox | { reason: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-sandbox-'));
  await chmod(dataDir, 0o711);
  const panelDir = await installScripts(dataDir, []);
  const opened = await openSiteResources(dataDir);
  const resources = withCgroups ? opened : withoutCgroups(opened, dataDir);
  const { phpBinary } = hostingConfigFromEnv({}, dataDir);
  const php = await findNativePhp({
    binary: phpBinary,
    dataDir,
    panelDir,
    sandbox,
    lower: resources.lower,
    seccomp: await installFilter(panelDir),
  });
  const close = async () => {
    await resources.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  if ('reason' in php) {
    await close();
    return php;
  }
  const runtime = createNativeRuntime({ php, panelDir, resources });
  const sites = bareSites(dataDir, runtime);
  return {
    ...{ dataDir, php, runtime, ...sites },
    async broken(mount, code, limits = FREE) {
      const cgroup = await (await resources.cgroups()).site(mount.siteId, limits);
      const perProcess = { ...processLimits(limits), ...countedProcesses(php.isolation, limits) };
      const request = {
        mount,
        panelDir,
        isolation: php.isolation,
        php: php.path,
        env: minimalEnvironment(),
        lower: resources.lower,
        limits: perProcess,
      };
      const command = jailed(
        { ...request, joinFiles: cgroup.joinFiles, channels: undefined, serveAt: null, watch: false },
        ['-d', 'ffi.enable=1', '-d', 'memory_limit=-1', '-r', code],
      );
      try {
        return await runCommand(command, AbortSignal.timeout(NEVER_MS));
      } finally {
        await cgroup.close();
      }
    },
    async close() {
      await sites.stop();
      await close();
    },
  };
}

/** Sites of a runtime that have files of their own and no WordPress. */
export function bareSites(dataDir: string, runtime: SiteRuntime): BareSites {
  const hits: LimitKind[] = [];
  const running: SiteProcess[] = [];
  let count = 0;
  return {
    hits,
    async site(name) {
      const root = path.join(dataDir, 'sites', name);
      const mount = { siteId: name, live: path.join(root, 'live'), tmp: path.join(root, 'tmp') };
      for (const folder of [path.join(mount.live, 'public'), path.join(mount.live, 'data'), mount.tmp])
        await mkdir(folder, { recursive: true });
      await writeFile(path.join(mount.live, 'wp-config.php'), '<?php');
      await runtime.own(mount);
      return mount;
    },
    async serve(mount, options = {}) {
      const process = await runtime.serve(mount, {
        token: `token-${++count}`,
        limits: FREE,
        hit: (kind) => void hits.push(kind),
        ...options,
      });
      running.push(process);
      const plant = async (php: string) => {
        const name = `attack-${++count}.php`;
        await writeFile(path.join(mount.live, 'public', name), `<?php\n${php}\n`, { mode: 0o644 });
        return `/${name}`;
      };
      return {
        process,
        plant,
        run: async (php, timeoutMs) => askSite(process.endpoint, URL_OF_SITE, await plant(php), timeoutMs),
      };
    },
    async stop() {
      for (const process of running) await process.stop();
    },
  };
}

/** As on a machine where the panel may create no cgroups. */
export const withoutCgroups = (resources: SiteResources, dataDir: string): SiteResources => ({
  ...resources,
  cgroups: () => openCgroups(path.join(dataDir, 'no-proc')),
});

/** The same at the top of a test file: if it cannot be opened, the file's tests fail with the reason. */
export async function mustOpen(...how: Parameters<typeof openSandbox>): Promise<Sandbox> {
  const opened = await openSandbox(...how);
  if ('reason' in opened) throw new Error(opened.reason);
  return opened;
}

/** Why PHP cannot be sandboxed here, or false. */
export async function sandboxMissing(): Promise<string | false> {
  const opened = await openSandbox();
  if ('reason' in opened) return opened.reason;
  await opened.close();
  return false;
}
