import { release } from 'node:os';
import path from 'node:path';
import type { SiteLimits } from '@panel/contract';
import type { Command } from '../process/run-command.ts';
import type { Lower, ProcessLimits } from '../limits/lower.ts';
import { sandboxed } from '../runtime/sandbox.ts';
import type { Isolation, WrapRequest } from '../runtime/sandbox.ts';
import { INSIDE_PORTS } from '../runtime/site-runtime.ts';
import type { SiteChannels } from '../runtime/site-runtime.ts';

/** Where one side of the site's network is joined to the other, as PHP names sockets. */
type Forward = {
  listen: string;
  to: string;
  /** Connections that the other side is at work on; more wait until one of them ends. */
  most: number;
  /** New connections, after a burst; without it there may be any number. */
  perSecond?: number;
  /** It is reported since when the other side is at work on a connection that its own side has left. */
  watched?: true;
};

/** What jailer.php reads; see there. */
export type JailPlan = {
  join: readonly string[];
  noexec: string[];
  /** From the panel to the site, once it answers. */
  inbound: Forward[];
  /** From the site to the panel. */
  outbound: Forward[];
  /** Whether this is a server whose log is only watched. */
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
  /** The socket at which the panel will find the site's server, for a server in a network of its own. */
  serveAt: string | null;
  watch: boolean;
};

const JAILER = path.join(import.meta.dirname, 'jailer.php');
const LOOPBACK = 'tcp://127.0.0.1';
/** Each connection to a channel costs the panel's process something, so it is held back here, at the site's own expense. */
const CHANNEL = { most: 32, perSecond: 25 };
/** How many requests PHP's own server works on at the same time; the others wait before it, so that it is known which are under way. */
export const PHP_WORKERS = 2;

/**
 * The command that runs PHP for a site: the jailer in the site's network namespace, which starts the sandbox. The plan
 * goes over standard input, because arguments are open to every user of the machine.
 */
export function jailed(request: JailRequest, args: string[]): Command {
  const { isolation, mount, env, channels, serveAt } = request;
  const bwrap = isolation.kind === 'bwrap';
  // Processes are counted by user and namespace (Linux 5.14): before the jailer's own begins, those of the panel count as well.
  const { processes, ...outer } = request.limits;
  const inNamespace = bwrap && !isolation.root && processes !== undefined;
  const nested = inNamespace ? ['prlimit', `--nproc=${processes}`] : [];
  const plan: JailPlan = {
    join: request.joinFiles,
    noexec: bwrap ? [mount.live, mount.tmp] : [],
    inbound:
      serveAt === null
        ? []
        : [{ listen: `unix://${serveAt}`, to: `${LOOPBACK}:${INSIDE_PORTS.http}`, most: PHP_WORKERS, watched: true }],
    outbound:
      bwrap && channels !== undefined
        ? [outbound(INSIDE_PORTS.egress, channels.egress), outbound(INSIDE_PORTS.mail, channels.mail)]
        : [],
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

/** The kernel counts processes by user: a limit makes sense where a site has its own, or a namespace in which its user is. */
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

const outbound = (port: number, socket: string): Forward => ({
  listen: `${LOOPBACK}:${port}`,
  to: `unix://${socket}`,
  ...CHANNEL,
});

/** A network with nothing but its own loopback; mounting needs CAP_SYS_ADMIN, which a user other than root has only in a namespace. */
function network(root: boolean): string[] {
  const user = root ? [] : ['--unshare-user', '--uid', '0', '--gid', '0', '--cap-add', 'ALL'];
  return ['--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', ...user];
}
