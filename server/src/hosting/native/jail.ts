import { release } from 'node:os';
import path from 'node:path';
import type { SiteLimits } from '@panel/contract';
import type { Command } from '../process/run-command.ts';
import type { Lower, ProcessLimits } from '../limits/lower.ts';
import { sandboxed } from '../runtime/sandbox.ts';
import type { Isolation, WrapRequest } from '../runtime/sandbox.ts';
import { CHANNEL_PACE, DATABASE_PACE, INSIDE_PORTS } from '../runtime/site-runtime.ts';
import type { SiteChannels } from '../runtime/site-runtime.ts';

/** Where one side of the site's network connects to the other, in PHP's socket notation. */
type Forward = {
  listen: string;
  to: string;
  /** Concurrent connections at the other side; more wait until one ends. */
  most: number;
  /** New connections per second, after a burst; unlimited without it. */
  perSecond?: number;
  burstSeconds?: number;
  /** Reports since when the other side has been working on a connection that its own side has left. */
  watched?: true;
};

/** The plan that jailer.php reads; see there. */
export type JailPlan = {
  join: readonly string[];
  noexec: string[];
  /** From the panel to the site, once the site answers. */
  inbound: Forward[];
  /** From the site to the panel. */
  outbound: Forward[];
  /** A server whose log is only watched. */
  watch: boolean;
  seccomp: string | null;
  command: string[];
  env: Record<string, string>;
  cwd: string;
};

export type JailRequest = WrapRequest & {
  env: Record<string, string>;
  limits: ProcessLimits;
  lower: Lower;
  joinFiles: readonly string[];
  channels: SiteChannels | undefined;
  /** The socket at which the panel finds the site's server; null for a command. */
  serveAt: string | null;
  watch: boolean;
};

const JAILER = path.join(import.meta.dirname, 'jailer.php');
const LOOPBACK = 'tcp://127.0.0.1';
/**
 * Concurrent requests of PHP's own server; others wait in front of it, so that the jailer knows which are in
 * progress.
 */
export const PHP_WORKERS = 2;

/**
 * The command that runs PHP for a site: the jailer in the site's network namespace, which starts the sandbox. The
 * plan is passed on standard input, because every user of the machine can read arguments.
 */
export function jailed(request: JailRequest, args: string[]): Command {
  const { isolation, mount, env, channels, serveAt } = request;
  const bwrap = isolation.kind === 'bwrap';
  // Processes are counted by user and namespace (Linux 5.14): before the jailer's own one starts, the panel's
  // processes count too.
  const { processes, ...outer } = request.limits;
  const inNamespace = bwrap && !isolation.root && processes !== undefined;
  const nested = inNamespace ? ['prlimit', `--nproc=${processes}`] : [];
  const plan: JailPlan = {
    join: request.joinFiles,
    noexec: bwrap ? [mount.live, mount.tmp] : [],
    inbound:
      serveAt === null
        ? []
        : [
            {
              listen: `unix://${serveAt}`,
              to: `${LOOPBACK}:${serverPort(isolation)}`,
              most: PHP_WORKERS,
              watched: true,
            },
          ],
    outbound: bwrap ? waysOut(channels, mount.database) : [],
    watch: request.watch,
    seccomp: bwrap ? isolation.seccomp : null,
    command: [...nested, ...sandboxed(request, args)],
    env,
    cwd: mount.live,
  };
  const jailer = [request.php, '-n', '-d', 'memory_limit=256M', JAILER];
  const [file = '', ...rest] = request.lower(
    bwrap ? ['bwrap', ...network(isolation.root), '--', ...jailer] : jailer,
    inNamespace ? outer : request.limits,
  );
  return { file, args: rest, env, cwd: mount.live, input: JSON.stringify(plan) };
}

/** The port of PHP's server: fixed in a network of its own, otherwise any free one (0). */
export const serverPort = (isolation: Isolation): number => (isolation.kind === 'bwrap' ? INSIDE_PORTS.http : 0);

/** The kernel counts processes by user: a limit is useful only where a site has its own user or namespace. */
export function countedProcesses(isolation: Isolation, { processes }: SiteLimits): { processes?: number } {
  return isolation.kind === 'uid' || (isolation.kind === 'bwrap' && (isolation.root || namespacesCount()))
    ? { processes }
    : {};
}

/** Linux counts processes in each user namespace since 5.14 (`UCOUNT_RLIMIT_NPROC`). */
function namespacesCount(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/** Where the site's network leads to. */
function waysOut(channels: SiteChannels | undefined, database: string | null | undefined): Forward[] {
  const way = (port: number, socket: string, pace: Pick<Forward, 'most' | 'perSecond' | 'burstSeconds'>): Forward => ({
    listen: `${LOOPBACK}:${port}`,
    to: `unix://${socket}`,
    ...pace,
  });
  return [
    ...(channels === undefined
      ? []
      : [way(INSIDE_PORTS.egress, channels.egress, CHANNEL_PACE), way(INSIDE_PORTS.mail, channels.mail, CHANNEL_PACE)]),
    ...(database ? [way(INSIDE_PORTS.database, database, DATABASE_PACE)] : []),
  ];
}

/**
 * A network with only its own loopback. Mounting needs CAP_SYS_ADMIN, which other users than root have only in a
 * namespace.
 */
function network(root: boolean): string[] {
  const user = root ? [] : ['--unshare-user', '--uid', '0', '--gid', '0', '--cap-add', 'ALL'];
  return ['--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', ...user];
}
