import path from 'node:path';
import type { SiteLimits } from '@panel/contract';
import type { AppCommands } from '../driver.ts';
import { abortedError, HostingError, toHostingError } from '../hosting-error.ts';
import { BUILD_LIMITS } from '../builds/build-limits.ts';
import { splitCommand } from '../builds/split-command.ts';
import { appEnvironment } from '../node/app-environment.ts';
import { INSIDE_APP } from '../node/jail.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { databaseWay } from './app-databases.ts';
import { linkedRelease, readRelease, releaseFolder } from './releases.ts';
import type { SiteFolder } from './site-folder.ts';
import { withBuildFolder } from './store-release.ts';

/** What is kept of its output: the beginning, and the end. */
const OUTPUT = { headBytes: 192 * 1024, tailBytes: 64 * 1024 } as const;

type Deps = {
  folderOf(siteId: string): SiteFolder;
  limitsOf(siteId: string): Promise<SiteLimits>;
  runtime: Pick<HostingRuntime, 'node' | 'postgres'>;
  /** How long a command may take; for tests. */
  commandMs?: number | undefined;
};

/** Runs commands in the sandbox of an application, each in a place of its own beside the server. */
export function createAppCommands({ folderOf, limitsOf, runtime, commandMs = BUILD_LIMITS.commandMs }: Deps): {
  port: AppCommands;
  /** Ends the commands of an application that is to be deleted. */
  end(siteId: string): Promise<void>;
} {
  const running = new Map<string, Map<AbortController, Promise<unknown>>>();
  /** Does work that `end` stops and waits for. */
  const during = async <T>(siteId: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> => {
    const stop = new AbortController();
    const own = running.get(siteId) ?? new Map<AbortController, Promise<unknown>>();
    const doing = work(stop.signal);
    running.set(siteId, own.set(stop, doing));
    try {
      return await doing;
    } finally {
      own.delete(stop);
      if (own.size === 0) running.delete(siteId);
    }
  };

  const run: AppCommands['runAppCommand'] = async (siteId, command, { log, signal }) => {
    const { node } = runtime;
    if (!node || node.missing !== null)
      throw new HostingError('RUNTIME_MISSING', node?.missing ?? 'Commands do not run on this server.', {
        retryable: false,
      });
    const argv = splitCommand(command);
    const folder = folderOf(siteId);
    const buildId = await linkedRelease(folder);
    const record = buildId === null ? null : await readRelease(folder, buildId);
    if (buildId === null || !record?.start) throw noServer();
    const { start, env, nodeVersion } = record;
    const database = await databaseWay(runtime.postgres, folder);
    const cwd = path.posix.join(INSIDE_APP.app, start.cwd);
    const tool = start.tool === null ? null : await node.store.tool(start.tool, signal);
    const mounts = [
      { from: path.join(releaseFolder(folder, buildId), 'public'), to: INSIDE_APP.app, writable: true as const },
      { from: await node.store.node(nodeVersion ?? '', signal), to: '/node' },
      ...(tool === null ? [] : [{ from: tool, to: INSIDE_APP.tools }]),
    ];
    const late = AbortSignal.timeout(commandMs);
    return withBuildFolder(folder, async (work) => {
      const { code, memory, processes } = await node.run({
        ...{ siteId, mounts, argv, cwd, network: 'site', database: database?.socket ?? null },
        env: {
          ...appEnvironment({ network: true, cwd }),
          ...{ NODE_ENV: 'production', FORCE_COLOR: '1', ...(database && { DATABASE_URL: database.url }), ...env },
        },
        ...{ tmp: path.join(work, 'tmp'), limits: await limitsOf(siteId) },
        output: { ...OUTPUT, secrets: [...Object.values(env), ...(database ? [database.password] : [])] },
        line: log,
        leftOut: ({ lines, bytes }) => log(`… ${lines} lines (${Math.ceil(bytes / 1024)} KB) are left out …`),
        signal: AbortSignal.any([signal, late]),
      });
      if (signal.aborted) throw abortedError(signal);
      const over = late.aborted
        ? 'time'
        : code !== 0 && memory
          ? 'memory'
          : code !== 0 && processes
            ? 'processes'
            : null;
      return { code, over };
    });
  };

  return {
    port: {
      runAppCommand: (siteId, command, { log, signal }) =>
        during(siteId, (stop) =>
          run(siteId, command, { log, signal: AbortSignal.any([signal, stop]) }).catch((error: unknown) => {
            throw toHostingError(error, 'We could not run the command.');
          }),
        ),
    },
    async end(siteId) {
      const all = [...(running.get(siteId) ?? [])];
      for (const [stop] of all) stop.abort();
      await Promise.allSettled(all.map(([, doing]) => doing));
    },
  };
}

const noServer = (): HostingError =>
  new HostingError(
    'UNSUPPORTED',
    'A command runs in the live release of an application with a server of its own. Deploy one first.',
    { retryable: false },
  );
