import { realpathSync } from 'node:fs';
import path from 'node:path';
import { joining } from '../limits/joining.ts';
import type { Lower, ProcessLimits } from '../limits/lower.ts';
import type { Command } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { ALONE, asUser, siteUid } from '../runtime/sandbox.ts';
import type { SiteChannels, SiteMount } from '../runtime/site-runtime.ts';
import type { WorkerFolders } from './wasm-protocol.ts';
import { WORKER_CODE, workerCode } from './worker-code.ts';

/**
 * Isolation of a worker. Node's permission model applies on every machine: no programs, and only the site's files.
 * `bwrap` adds a file system with nothing else, and no network. `asUser`: the worker runs as its site's own user,
 * which needs a panel that runs as root.
 */
export type WorkerIsolation = { bwrap: boolean; asUser: boolean };

export type WorkerRequest = {
  isolation: WorkerIsolation;
  mount: SiteMount;
  panelDir: string;
  /** The path of the worker's socket. */
  runDir: string;
  /** Both lie in one folder. */
  channels: SiteChannels | undefined;
  /** A file of this folder. */
  script: string;
  args?: string[];
  /** Of V8; PHP's own memory is not part of it. */
  maxOldSpaceMb: number;
  lower: Lower;
  limits: ProcessLimits;
  /** Of the site's cgroups. */
  joinFiles: readonly string[];
};

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');
/** Files that the worker loads: its own, and packages, which link to each other's folders. */
const CODE = [
  'node_modules',
  'server/node_modules',
  'server/package.json',
  'server/src/hosting/wasm',
  'server/src/hosting/egress/connection-pace.ts',
  'server/src/hosting/egress/tunnel-websocket.ts',
  'server/src/hosting/process/kept-output.ts',
  'server/src/hosting/runtime/site-runtime.ts',
  'server/src/lib/json-scan.ts',
  'server/src/lib/last-bytes.ts',
  'server/src/lib/token-bucket.ts',
];
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix'];
const INSIDE = {
  app: '/app',
  live: '/site/live',
  core: '/site/core',
  compiled: '/site/compiled',
  tmp: '/tmp',
  panel: '/panel',
  run: '/run/site',
  code: '/site/code',
  channels: '/run/channels',
  node: '/app/node',
} as const;
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];

/** The folders' paths inside the worker. */
export function workerFolders({
  isolation,
  mount,
  panelDir,
  runDir,
}: Pick<WorkerRequest, 'isolation' | 'mount' | 'panelDir' | 'runDir'>): WorkerFolders & { run: string } {
  const shared = mount.core?.folder ?? null;
  const compiled = compiledFolder(mount);
  if (isolation.bwrap)
    return {
      ...{ live: INSIDE.live, tmp: INSIDE.tmp, panel: INSIDE.panel, run: INSIDE.run },
      core: shared === null ? null : INSIDE.core,
      compiled: compiled === null ? null : INSIDE.compiled,
    };
  return { live: mount.live, tmp: mount.tmp, panel: panelDir, run: runDir, core: shared, compiled };
}

function compiledFolder({ core }: SiteMount): string | null {
  return typeof core?.compiled === 'object' ? (core.compiled?.folder ?? null) : null;
}

/** The channels' paths inside the worker; null without channels. */
export function workerChannels({ isolation, channels }: Pick<WorkerRequest, 'isolation' | 'channels'>): SiteChannels {
  if (channels !== undefined && !isolation.bwrap) return channels;
  const name = (of: string | undefined, absent: string) =>
    path.join(INSIDE.channels, of === undefined ? absent : path.basename(of));
  return { egress: name(channels?.egress, 'no-egress'), mail: name(channels?.mail, 'no-mail') };
}

/** The command that starts a worker, or another script of this folder, with the rights of one site. */
export function workerCommand(request: WorkerRequest): Command {
  const { isolation, mount } = request;
  const node = [isolation.bwrap ? INSIDE.node : process.execPath, ...nodeArguments(request)];
  const inner = isolation.asUser ? asUser(siteUid(mount.siteId), node) : node;
  const sandboxed = isolation.bwrap ? ['bwrap', ...bubble(request), '--', ...inner] : inner;
  const [file = '', ...args] = joining(request.joinFiles, request.lower(sandboxed, request.limits));
  const code = codeFolder(request);
  const env = { ...minimalEnvironment(), ...(code === null ? {} : { NODE_COMPILE_CACHE: code }) };
  return { file, args, env, cwd: isolation.bwrap ? '/' : mount.live };
}

/**
 * Where node looks for what it compiled before, as the worker sees it; while WordPress is compiled, where it writes that.
 * Node wants permission to write in any case. Without bubblewrap, a worker could then change what others run.
 */
function codeFolder({ isolation, mount }: Pick<WorkerRequest, 'isolation' | 'mount'>): string | null {
  if (!isolation.bwrap) return null;
  if (mount.core?.compiled === 'in tmp') return path.join(INSIDE.tmp, WORKER_CODE);
  return mount.core?.compiled?.worker ? INSIDE.code : null;
}

function codeMount({ isolation, mount }: Pick<WorkerRequest, 'isolation' | 'mount'>): string[] {
  const { compiled } = mount.core ?? {};
  if (typeof compiled !== 'object' || !compiled?.worker) return [];
  const uid = isolation.asUser ? siteUid(mount.siteId) : (process.getuid?.() ?? 0);
  const code = workerCode(compiled.worker, uid);
  return code === null ? [] : ['--ro-bind', code.from, path.join(INSIDE.code, code.name)];
}

function nodeArguments(request: WorkerRequest): string[] {
  const { script, args = [], maxOldSpaceMb } = request;
  const app = request.isolation.bwrap ? INSIDE.app : REPOSITORY;
  const { live, tmp, panel, run, ...shared } = workerFolders(request);
  const code = codeFolder(request);
  return [
    '--permission',
    '--allow-addons',
    ...[...CODE.map((name) => path.join(app, name)), live, tmp, panel, run, shared.core, shared.compiled, code]
      .filter((folder) => folder !== null)
      .map((folder) => `--allow-fs-read=${folder}`),
    ...[live, tmp, run, code].filter((folder) => folder !== null).map((folder) => `--allow-fs-write=${folder}`),
    // A PHP library could contain JavaScript, which Emscripten would evaluate.
    '--disallow-code-generation-from-strings',
    // Validates functions on first use, instead of all 25 MB at each start.
    '--wasm-lazy-validation',
    `--max-old-space-size=${maxOldSpaceMb}`,
    ...['ExperimentalWarning', 'SecurityWarning'].map((name) => `--disable-warning=${name}`),
    path.join(app, 'server/src/hosting/wasm', script),
    ...args,
  ];
}

const compiledMount = (folder: string | null): string[] =>
  folder === null ? [] : ['--ro-bind', folder, INSIDE.compiled];

function bubble({ isolation, mount, panelDir, runDir, channels }: WorkerRequest): string[] {
  return [
    // Parent folders that bwrap creates would be closed to the site's user.
    ...[
      INSIDE.app,
      '/app/server',
      '/app/server/src',
      '/app/server/src/hosting',
      '/app/server/src/hosting/egress',
      '/app/server/src/hosting/process',
      '/app/server/src/hosting/runtime',
      '/app/server/src/lib',
      '/site',
      INSIDE.code,
      '/etc',
      '/usr',
      '/usr/bin',
      '/run',
    ].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...[...LIBRARIES, '/etc/ld.so.cache'].flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...(isolation.asUser ? SETPRIV.flatMap((file) => ['--ro-bind-try', file, file]) : []),
    ...['--ro-bind', realpathSync(process.execPath), INSIDE.node],
    ...CODE.flatMap((name) => ['--ro-bind', path.join(REPOSITORY, name), path.join(INSIDE.app, name)]),
    ...['--dev', '/dev'],
    ...['--bind', mount.tmp, INSIDE.tmp],
    ...['--bind', mount.live, INSIDE.live],
    ...(mount.core ? ['--ro-bind', mount.core.folder, INSIDE.core] : []),
    ...compiledMount(compiledFolder(mount)),
    ...codeMount({ isolation, mount }),
    ...['--bind', runDir, INSIDE.run],
    ...['--ro-bind', panelDir, INSIDE.panel],
    // The folder, not the sockets: they are recreated while the worker runs.
    ...(channels === undefined ? [] : ['--ro-bind', path.dirname(channels.egress), INSIDE.channels]),
    ...['--chdir', '/'],
    ...ALONE,
    ...(isolation.asUser ? [] : ['--unshare-user']),
  ];
}
