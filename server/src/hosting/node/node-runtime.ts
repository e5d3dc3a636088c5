import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteLimits } from '@panel/contract';
import type { ToolStore } from '../builds/tools.ts';
import { createGitRunner, type GitRunner } from '../git/git-runner.ts';
import { HostingError } from '../hosting-error.ts';
import { processLimits, RESERVED_BY_V8_MB } from '../limits/lower.ts';
import { usageOfTree } from '../limits/process-tree.ts';
import type { SiteResources } from '../limits/site-resources.ts';
import type { SiteCgroup } from '../limits/site-cgroup.ts';
import { watchLimits } from '../limits/watch-limits.ts';
import { MARKER_VARIABLE } from '../process/leftovers.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { INSIDE_PORTS, type ServeOptions, type SiteProcess } from '../runtime/site-runtime.ts';
import { appEnvironment } from './app-environment.ts';
import { INSIDE_APP, jailedApp, type Mount } from './jail.ts';
import type { LeftOut } from './line-limiter.ts';
import type { JailPlan } from './plan.ts';
import { startJail, type Jail } from './start-jail.ts';

/** An application that gets a server: its release, and where the panel keeps its own things about it. */
export type ServedApp = {
  siteId: string;
  /** Becomes `/app`. */
  release: string;
  tmp: string;
  /** Where the panel keeps what the server writes. */
  logFile: string;
  node: string;
  tools: string | null;
  argv: readonly string[];
  /** Below the release. */
  cwd: string;
  env: Record<string, string>;
  /** The socket of the server with its database. */
  database: string | null;
};

/** One command in the sandbox of an application. */
export type AppCommand = {
  siteId: string;
  mounts: readonly Mount[];
  tmp: string;
  cwd: string;
  argv: readonly string[];
  env: Record<string, string>;
  limits: SiteLimits;
  /** What it reaches: nothing, the package registry, or public servers. */
  network: 'none' | 'registry' | 'site';
  /** The panel's socket for that. */
  egress?: string;
  /** The socket of the server with its database. */
  database?: string | null;
  output: { headBytes: number; tailBytes: number; secrets: readonly string[] };
  line(text: string): void;
  leftOut(what: LeftOut): void;
  signal: AbortSignal;
};

/** `memory`: the kernel has ended a process of it. */
export type Ended = { code: number; answer: string | null; memory: boolean; processes: boolean };

export type NodeRuntime = {
  /** Why servers and builds cannot run here, in words; null when they can. */
  missing: string | null;
  store: ToolStore;
  serve(app: ServedApp, options: ServeOptions): Promise<DrainableProcess>;
  run(command: AppCommand): Promise<Ended>;
  /** Runs `git` on the repository of an application; null where nothing can be isolated. */
  git: GitRunner | null;
};

/** `drain`: lets the requests that run end, then the process. */
export type DrainableProcess = SiteProcess & { drain(): void };

/** Threads count as processes, and each Node has about eleven, the jailer among them. */
const MORE_PROCESSES = 96;
/** A little more than one user of a database may have: what has not said its password yet takes a place from others, too. */
const DATABASE_CONNECTIONS = 30;
const GRACE_MS = 5_000;
const LOG_BYTES = 1024 ** 2;

type Options = {
  root: boolean;
  system: readonly string[];
  seccomp: string | null;
  hosts: string;
  resources: SiteResources;
  store: ToolStore;
  /** How long a server gets to listen. */
  startMs: number;
};

/** Runs programs of applications: bubblewrap with a network, cgroups and a user of its own for each. */
export function createNodeRuntime({ root, system, seccomp, hosts, resources, store, startMs }: Options): NodeRuntime {
  type Given = {
    siteId: string;
    limits: SiteLimits;
    mounts: readonly Mount[];
    tmp: string;
    cwd: string;
    argv: readonly string[];
    env: Record<string, string>;
    marker: Record<string, string>;
    egress: string | null;
    database: string | null;
    output: JailPlan['output'];
    /** Whether the panel reaches a port of it. */
    serves: boolean;
  };
  const open = async (
    given: Given,
  ): Promise<{ jail: Jail; cgroup: SiteCgroup; socket: string; close(): Promise<void> }> => {
    const limits = { ...given.limits, processes: given.limits.processes + MORE_PROCESSES };
    const cgroup = await (await resources.cgroups()).site(given.siteId, limits);
    const sockets = await (await resources.run()).folder();
    const socket = path.join(sockets, 'http');
    const passwd = path.join(sockets, 'passwd');
    const uid = root ? siteUid(given.siteId) : (process.getuid?.() ?? 65_534);
    await writeFile(passwd, `app:x:${uid}:${uid}::${INSIDE_APP.tmp}:/bin/sh\n`, { mode: 0o644 });
    await mkdir(given.tmp, { recursive: true });
    if (root) await chown(given.tmp, uid, uid);
    await chmod(given.tmp, 0o700);
    const close = async () => {
      await cgroup.close();
      await rm(sockets, { recursive: true, force: true });
    };
    try {
      const command = jailedApp({
        ...{ root, system, seccomp, hosts, passwd, lower: resources.lower, joinFiles: cgroup.joinFiles },
        ...given,
        limits: {
          ...processLimits(limits),
          ...(cgroup.controls('memory') ? {} : { dataMb: limits.memoryMb + RESERVED_BY_V8_MB }),
        },
        plan: {
          inbound: given.serves ? { socket, port: INSIDE_PORTS.http } : null,
          outbound: [
            ...(given.egress === null ? [] : [{ port: INSIDE_PORTS.egress, socket: given.egress }]),
            ...(given.database === null
              ? []
              : [{ port: INSIDE_PORTS.postgres, socket: given.database, most: DATABASE_CONNECTIONS }]),
          ],
          output: given.output,
          graceMs: GRACE_MS,
        },
      });
      return { jail: startJail(command), cgroup, socket, close };
    } catch (error) {
      await close();
      throw error;
    }
  };

  return {
    missing: null,
    store,
    git: createGitRunner({ root, system, resources }),
    async serve(app, { token, limits, hit, channels }) {
      const cwd = path.posix.join(INSIDE_APP.app, app.cwd);
      const { jail, cgroup, socket, close } = await open({
        ...{ siteId: app.siteId, limits, tmp: app.tmp, argv: app.argv, serves: true },
        mounts: [
          { from: app.release, to: INSIDE_APP.app, writable: true },
          { from: app.node, to: '/node' },
          ...(app.tools === null ? [] : [{ from: app.tools, to: INSIDE_APP.tools }]),
        ],
        cwd,
        env: {
          ...appEnvironment({ network: channels !== undefined, cwd }),
          NODE_ENV: 'production',
          ...app.env,
          PORT: String(INSIDE_PORTS.http),
          HOST: '127.0.0.1',
        },
        marker: { [MARKER_VARIABLE]: token },
        egress: channels?.egress ?? null,
        database: app.database,
        output: { kind: 'file', file: app.logFile, maxBytes: LOG_BYTES },
      });
      const stopWatch = watchLimits(cgroup, hit, jail.kill);
      // What cannot be removed now is removed at the next start.
      const exited = jail.ended
        .then(stopWatch)
        .then(close)
        .catch(() => undefined);
      try {
        await jail.listening(startMs);
      } catch (error) {
        jail.kill();
        await exited;
        throw error;
      }
      return {
        endpoint: { socketPath: socket, token },
        pid: jail.pid,
        exited,
        async stop() {
          jail.stop();
          await exited;
        },
        drain: jail.drain,
        usage: async () => (await cgroup.usage()) ?? usageOfTree(jail.pid),
      };
    },
    async run({ line, leftOut, signal, output, egress = null, database = null, ...command }) {
      const { jail, cgroup, close } = await open({
        ...command,
        ...{ egress, database },
        output: { kind: 'lines', ...output },
        ...{ marker: {}, serves: false },
      });
      jail.on({ line, leftOut });
      signal.addEventListener('abort', jail.kill, { once: true });
      if (signal.aborted) jail.kill();
      try {
        const code = await jail.ended;
        const { memory, processes } = await cgroup.counts();
        return { code, answer: jail.answer(), memory: memory > 0, processes: processes > 0 };
      } finally {
        signal.removeEventListener('abort', jail.kill);
        // Nothing that it has started is left when this returns.
        await close();
      }
    },
  };
}

/** A runtime of a machine that cannot isolate applications. */
export const noNodeRuntime = (missing: string, store: ToolStore): NodeRuntime => {
  const refuse = async (): Promise<never> => {
    throw new HostingError('RUNTIME_MISSING', missing, { retryable: false });
  };
  return { missing, store, serve: refuse, run: refuse, git: null };
};
