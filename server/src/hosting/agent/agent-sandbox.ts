import { joining } from '../limits/joining.ts';
import { seccompFilter } from '../limits/seccomp/filter.ts';
import type { Command } from '../process/run-command.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import { ALONE, siteUid } from '../runtime/sandbox.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';

/**
 * `bwrap`: sees only the site's folder. `uid`: its own user id. `none`: the panel's user, restricted by node's
 * permission model.
 */
export type AgentIsolation = { kind: 'bwrap' | 'uid' | 'none'; root: boolean };

/** Tools besides the isolation: `prlimit` for limits, `nice` for a lower priority. */
export type AgentTools = { isolation: AgentIsolation; prlimit: boolean; nice: boolean };

/** `filter`: the seccomp filter that bubblewrap reads at descriptor 4. */
export type AgentCommand = Command & { filter?: Buffer | null };

/**
 * One run: the folder, what it may write, and how much. `work` is writable; everything else is read-only. `ours`: the
 * panel's user owns the files, as with static sites and php-wasm.
 */
export type AgentRun = {
  siteId: string;
  agent: string;
  live: string;
  work: string | null;
  ours: boolean;
  /** For the owner's own files: the shared WordPress is in the document root, which a change may write. */
  own?: { isWritable: boolean; core: Pick<SharedCore, 'folder' | 'entries'> | null } | null;
  maxFileBytes: number;
  cpuSeconds: number;
  /** The Unix socket through which it reaches the one server that the panel chose; null without network. */
  socket?: string | null;
  /** The cgroups that it joins; empty without cgroups. */
  joinFiles?: readonly string[];
};

/** Paths of the agent's folders, the same in every bubblewrap sandbox. */
export type AgentPaths = { agent: string; live: string; work: string | null; node: string };

const INSIDE = { agent: '/agent', live: '/site/live', work: '/site/work', node: '/node' } as const;
/** Path of the run's socket in every bubblewrap sandbox. */
export const INSIDE_SOCKET = '/relay.sock';
/** The libraries that node needs; no shell and no other programs. */
export const SYSTEM = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix', '/etc/ld.so.cache'];
/** Drops root inside the sandbox. */
export const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];
/** The descriptor at which bubblewrap reads the seccomp filter; the agent answers on the previous one. */
const FILTER_DESCRIPTOR = 4;
/** The JavaScript heap, and the address space of a process, most of which node reserves for code and never writes. */
const HEAP_MB = 64;
const DATA_BYTES = 800 * 1024 * 1024;
const OPEN_FILES = 512;
/** Questions with a waiting reader; copies and archives have the lowest priority. */
const QUESTION_NICE = 3;
const WORK_NICE = 10;

export function agentPaths({ isolation }: AgentTools, run: AgentRun): AgentPaths {
  if (isolation.kind === 'bwrap') return { ...INSIDE, work: run.work === null ? null : INSIDE.work };
  return { agent: run.agent, live: run.live, work: run.work, node: process.execPath };
}

/**
 * The command that runs the agent with the rights of one site and without network. In bubblewrap it sees only the
 * site's folder, the agent and system libraries, with the same seccomp filter as hosted code. Elsewhere node's
 * permission model restricts it, under the site's user id where the panel is root.
 */
export function agentCommand(tools: AgentTools, run: AgentRun): AgentCommand {
  const { isolation } = tools;
  const paths = agentPaths(tools, run);
  const options = [
    `--max-old-space-size=${HEAP_MB}`,
    '--disable-warning=ExperimentalWarning',
    ...(isolation.kind === 'bwrap' ? [] : permissions(paths, run.own?.isWritable ?? false)),
  ];
  const node = [paths.node, ...options, `${paths.agent}/main.mjs`];
  const limited = [
    ...(tools.nice
      ? ['nice', '-n', String(run.work === null && run.maxFileBytes === 0 ? QUESTION_NICE : WORK_NICE)]
      : []),
    ...(tools.prlimit ? ['prlimit', ...limits(run), '--'] : []),
  ];
  const inner = [...(isolation.root ? setpriv(isolation.kind, agentUid(tools, run)) : []), ...node];
  const filter = isolation.kind === 'bwrap' ? seccompFilter(process.arch) : null;
  const sandboxed =
    isolation.kind === 'bwrap'
      ? [
          'bwrap',
          ...bubble(run, isolation.root),
          ...(filter === null ? [] : ['--seccomp', String(FILTER_DESCRIPTOR)]),
          '--',
          ...inner,
        ]
      : inner;
  const [file = '', ...args] = joining(run.joinFiles ?? [], [...limited, ...sandboxed]);
  return { file, args, env: minimalEnvironment(), cwd: '/', filter };
}

function limits({ maxFileBytes, cpuSeconds }: AgentRun): string[] {
  return [
    `--data=${DATA_BYTES}`,
    `--nofile=${OPEN_FILES}`,
    `--fsize=${maxFileBytes}`,
    `--cpu=${cpuSeconds}`,
    '--core=0',
  ];
}

/** Passing descriptors is allowed, because the agent reaches files through folders that it has opened. */
function permissions({ agent, live, work }: AgentPaths, ownsFiles: boolean): string[] {
  const folders = [...(work === null ? [] : [work]), ...(ownsFiles ? [documentRoot(live)] : [])];
  const writable = folders.flatMap((folder) => [
    `--allow-fs-read=${folder}`,
    `--allow-fs-write=${folder}`,
    '--allow-fs-write=/proc/self/fd',
  ]);
  return [
    '--permission',
    `--allow-fs-read=${agent}`,
    `--allow-fs-read=${live}`,
    '--allow-fs-read=/proc/self/fd',
    ...writable,
    '--disable-warning=SecurityWarning',
  ];
}

/** The user of a run when the panel is root; null keeps root, without its capabilities. */
export function agentUid(
  { isolation }: AgentTools,
  { siteId, ours, own }: Pick<AgentRun, 'siteId' | 'ours' | 'own'>,
): number | null {
  // Only the panel's user can change what is its own.
  const asOwner = ours && (isolation.kind === 'bwrap' || own?.isWritable === true);
  return isolation.kind === 'none' || asOwner ? null : siteUid(siteId);
}

/** Drops every capability of root. Without a sandbox, an agent that runs as root can still read what sites own. */
function setpriv(kind: AgentIsolation['kind'], uid: number | null): string[] {
  const user = uid === null ? [] : [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const rights = kind === 'none' ? '-all,+dac_override,+fowner' : '-all';
  return ['setpriv', ...user, '--no-new-privs', `--bounding-set=${rights}`, '--inh-caps=-all'];
}

/** In which the shared WordPress is mounted, and the owner's files are. It is a folder of the panel's, never a link. */
const documentRoot = (live: string): string => `${live}/public`;

function ownFiles({ live, own }: AgentRun): string[] {
  const inside = documentRoot(INSIDE.live);
  return [
    ...(own?.isWritable ? ['--bind', documentRoot(live), inside] : []),
    ...(own?.core?.entries ?? []).flatMap((name) => ['--ro-bind', `${own?.core?.folder}/${name}`, `${inside}/${name}`]),
  ];
}

function bubble(run: AgentRun, root: boolean): string[] {
  const { agent, live, work, socket = null } = run;
  return [
    ...['/etc', '/site', '/usr', '/usr/bin'].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...[...SYSTEM, ...(root ? SETPRIV : [])].flatMap((file) => ['--ro-bind-try', file, file]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--ro-bind', process.execPath, INSIDE.node, '--ro-bind', agent, INSIDE.agent, '--ro-bind', live, INSIDE.live],
    ...ownFiles(run),
    ...(work === null ? [] : ['--bind', work, INSIDE.work]),
    ...(socket === null ? [] : ['--ro-bind', socket, INSIDE_SOCKET]),
    ...ALONE,
    ...(root ? [] : ['--unshare-user']),
  ];
}
