import { rm } from 'node:fs/promises';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import type { SiteLimits } from '@panel/contract';
import type { ExecResult } from '../driver.ts';
import { networkEnvironment, networkSettings } from '../egress/site-environment.ts';
import { processLimits } from '../limits/lower.ts';
import { usageOfTree } from '../limits/process-tree.ts';
import type { SiteResources } from '../limits/site-resources.ts';
import { watchLimits } from '../limits/watch-limits.ts';
import { MARKER_VARIABLE } from '../process/leftovers.ts';
import { runCommand } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import type { NativePhp } from '../runtime/native-php.ts';
import { sitePaths } from '../runtime/sandbox.ts';
import type { SitePaths } from '../runtime/sandbox.ts';
import { fileArgument } from '../runtime/site-runtime.ts';
import type {
  RunOptions,
  ServeOptions,
  SiteChannels,
  SiteMount,
  SiteProcess,
  SiteRuntime,
} from '../runtime/site-runtime.ts';
import { checkMountPoints, makeCompiledPlace } from '../runtime/document-root.ts';
import { countedProcesses, jailed, PHP_WORKERS, serverPort } from './jail.ts';
import { startServer } from './native-server.ts';
import { commandSettings, serverSettings } from './php-settings.ts';
import { giveToSite, takeOver } from './site-owner.ts';

type NativeOptions = { php: NativePhp; panelDir: string; resources: SiteResources };

/** Hosts sites with the machine's own PHP: its built-in server with two workers, in a sandbox with its own network. */
export function createNativeRuntime({ php, panelDir, resources }: NativeOptions): SiteRuntime {
  const { isolation } = php;
  const bwrap = isolation.kind === 'bwrap';
  // Without its own network, a site has no forwarder to its channels.
  const settings = (channels: SiteChannels | undefined, { panel }: { panel: string }) =>
    networkSettings(bwrap ? channels : undefined, panel);
  const network = (channels: SiteChannels | undefined) => networkEnvironment(bwrap ? channels : undefined);

  const build = bwrap ? php.build : null;
  /** Another build of PHP would look elsewhere in the temporary folder, where code of the site can write. */
  const withCompiled = async (mount: SiteMount): Promise<SiteMount> => {
    const { core } = mount;
    if (!core?.compiled) return mount;
    const usable = bwrap && build === (await php.buildNow());
    if (usable && core.compiled !== 'in tmp') await makeCompiledPlace(mount.tmp, core.compiled);
    return usable ? mount : { ...mount, core: { ...core, compiled: null } };
  };

  const openJail = async (given: SiteMount, limits: SiteLimits) => {
    await checkMountPoints(given);
    const mount = await withCompiled(given);
    const cgroup = await (await resources.cgroups()).site(mount.siteId, limits);
    const paths = sitePaths({ mount, panelDir, isolation });
    const perProcess = {
      ...processLimits(limits),
      ...countedProcesses(isolation, limits),
      ...(cgroup.controls('memory') ? {} : { dataMb: limits.memoryMb }),
    };
    const request = {
      mount,
      panelDir,
      isolation,
      php: php.path,
      limits: perProcess,
      lower: resources.lower,
      joinFiles: cgroup.joinFiles,
    };
    return { cgroup, paths, request, compiled: mount.core?.compiled };
  };

  const run = async (
    mount: SiteMount,
    args: (paths: SitePaths) => string[],
    options: RunOptions,
    env: Record<string, string>,
  ): Promise<ExecResult> => {
    const { cgroup, paths, request, compiled } = await openJail(mount, options.limits ?? limitsOfPlan('FREE').site);
    const { channels } = options;
    const all = {
      ...minimalEnvironment(),
      PANEL_DOCUMENT_ROOT: `${paths.live}/public`,
      HOME: paths.tmp,
      TMPDIR: paths.tmp,
      ...network(channels),
      ...options.env,
      ...env,
    };
    try {
      const command = jailed({ ...request, env: all, channels, serveAt: null, watch: false }, [
        ...commandSettings(paths.tmp, settings(channels, paths), compiled),
        ...args(paths),
      ]);
      return await runCommand(command, options.signal);
    } finally {
      await cgroup.close();
    }
  };

  const serve = async (mount: SiteMount, { token, limits, hit, channels }: ServeOptions): Promise<SiteProcess> => {
    if (isolation.root) await takeOver(mount);
    const { cgroup, paths, request, compiled } = await openJail(mount, limits);
    const sockets = await (await resources.run()).folder();
    const cleanUp = async () => {
      await cgroup.close();
      await rm(sockets, { recursive: true, force: true });
    };
    const root = `${paths.live}/public`;
    const own = {
      PANEL_EDGE_TOKEN: token,
      PANEL_DOCUMENT_ROOT: root,
      [MARKER_VARIABLE]: token,
      PHP_CLI_SERVER_WORKERS: String(PHP_WORKERS),
      TMPDIR: paths.tmp,
    };
    const serveAt = path.join(sockets, 'http');
    const server = ['-S', `127.0.0.1:${serverPort(isolation)}`, '-t', root, `${paths.panel}/router.php`];
    const command = jailed(
      { ...request, env: { ...minimalEnvironment(), ...network(channels), ...own }, channels, serveAt, watch: true },
      [...serverSettings(mount, paths.tmp, settings(channels, paths), compiled), ...server],
    );
    const started = await startServer(command, hit).catch(async (error: unknown) => {
      await cleanUp();
      throw error;
    });
    const stopWatch = watchLimits(cgroup, hit, started.kill);
    // What cannot be removed now is removed at the next start.
    const exited = started.exited
      .then(stopWatch)
      .then(cleanUp)
      .catch(() => undefined);
    return {
      endpoint: { socketPath: serveAt, token },
      pid: started.pid,
      exited,
      async stop() {
        started.kill();
        await exited;
      },
      abandonedSince: started.abandonedSince,
      usage: async () => (await cgroup.usage()) ?? usageOfTree(started.pid),
    };
  };

  return {
    kind: 'native',
    phpVersion: php.version,
    extensions: php.extensions,
    build,
    sharesCore: bwrap,
    noDatabases: bwrap
      ? php.hasMysqli
        ? null
        : `PHP ${php.version} lacks mysqli`
      : 'without the sandbox sites have no network of their own',
    own: (mount) => (isolation.root ? giveToSite(mount) : Promise.resolve()),
    serve,
    script: (mount, script, input, options) =>
      run(mount, ({ panel }) => [`${panel}/${script}.php`], options, { PANEL_INPUT: JSON.stringify(input) }),
    wp: (mount, args, options) =>
      run(
        mount,
        ({ panel, live, tmp }) => [
          `${panel}/wp-cli.phar`,
          `--path=${live}/public`,
          '--no-color',
          ...args,
          ...fileArgument(tmp, options),
        ],
        options,
        { WP_CLI_DISABLE_AUTO_CHECK_UPDATE: '1' },
      ),
    release: async () => undefined,
    close: resources.close,
  };
}
