import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '../process/run-command.ts';
import type { Lower, ProcessLimits } from '../limits/lower.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { asUser, siteUid } from '../runtime/sandbox.ts';
import type { JailPlan } from './plan.ts';

/** Paths in the sandbox of an application. */
export const INSIDE_APP = { app: '/app', tools: '/tools', cache: '/cache', panel: '/panel', tmp: '/tmp' } as const;
/** Descriptors of the inner bubblewrap. */
const SECCOMP = '3';
const INFO = '4';
const JAILER = path.join(import.meta.dirname, 'jailer.ts');

/** What programs need of the machine: its programs and libraries, names, certificates, types. */
const ETC = [
  'ssl',
  'pki',
  'ca-certificates',
  'nsswitch.conf',
  'localtime',
  'ld.so.cache',
  'alternatives',
  'mime.types',
];
const ROOTS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix'];

/** The folders of this machine that every sandbox of an application sees, as arguments of bubblewrap. */
export async function findSystem(): Promise<string[]> {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const root of ROOTS) {
    const found = await lstat(root).catch(() => null);
    if (found?.isSymbolicLink()) args.push('--symlink', await readlink(root), root);
    else if (found?.isDirectory()) args.push('--ro-bind', root, root);
  }
  args.push('--perms', '0755', '--dir', '/etc');
  for (const name of ETC) args.push('--ro-bind-try', `/etc/${name}`, `/etc/${name}`);
  return args;
}

/** A folder of the panel or of the application, and where it is inside. */
export type Mount = { from: string; to: string; writable?: true };

export type JailRequest = {
  siteId: string;
  /** Whether the panel is root: each application then has a user of its own. */
  root: boolean;
  system: readonly string[];
  seccomp: string | null;
  lower: Lower;
  limits: ProcessLimits;
  joinFiles: readonly string[];
  mounts: readonly Mount[];
  /** Writable, for temporary files. */
  tmp: string;
  hosts: string;
  passwd: string;
  cwd: string;
  argv: readonly string[];
  env: Record<string, string>;
  marker: Record<string, string>;
  plan: Pick<JailPlan, 'inbound' | 'outbound' | 'output' | 'graceMs'>;
};

/** The command that runs a program of an application: the jailer in a network of its own, which starts the sandbox. */
export function jailedApp(request: JailRequest): Command & { plan: JailPlan } {
  const { root, siteId, seccomp } = request;
  // Bubblewrap, which has none of root's rights any more, cannot enter a folder that only this user may enter.
  const inner = root
    ? asUser(siteUid(siteId), ['/usr/bin/env', `--chdir=${request.cwd}`, ...request.argv])
    : [...request.argv];
  const plan: JailPlan = {
    ...request.plan,
    join: request.joinFiles,
    seccomp,
    bubble: bubble(request),
    command: inner,
  };
  const user = root ? [] : ['--unshare-user', '--uid', '0', '--gid', '0', '--cap-add', 'ALL'];
  const jailer = [
    process.execPath,
    '--max-old-space-size=64',
    '--v8-pool-size=0',
    '--disable-warning=ExperimentalWarning',
  ];
  const outer = ['bwrap', '--dev-bind', '/', '/', '--unshare-net', '--die-with-parent', ...user, '--'];
  const [file = '', ...args] = request.lower([...outer, ...jailer, JAILER], request.limits);
  return { file, args, env: { ...minimalEnvironment(), ...request.marker, UV_THREADPOOL_SIZE: '1' }, cwd: '/', plan };
}

/** What root needs to become another user, and nothing else. */
const CAPABILITIES = ['ALL', 'CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'];

function bubble({ root, system, mounts, tmp, hosts, passwd, cwd, seccomp, env }: JailRequest): string[] {
  // In the jailer's user namespace the panel's user is 0. Hosted code gets the panel's user in a nested one.
  const own = ['--uid', String(process.getuid?.() ?? 65_534), '--gid', String(process.getgid?.() ?? 65_534)];
  return [
    ...system,
    ...['--ro-bind', hosts, '/etc/hosts', '--ro-bind', passwd, '/etc/passwd'],
    ...['--proc', '/proc', '--dev', '/dev', '--bind', tmp, INSIDE_APP.tmp],
    ...mounts.flatMap(({ to }) => ['--perms', '0755', '--dir', to]),
    ...mounts.flatMap(({ from, to, writable }) => [writable ? '--bind' : '--ro-bind', from, to]),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', root ? '/' : cwd],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session', '--info-fd', INFO],
    ...(root
      ? CAPABILITIES.flatMap((name) => [name === 'ALL' ? '--cap-drop' : '--cap-add', name])
      : ['--unshare-user', ...own]),
    ...['--clearenv', ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value])],
    ...(seccomp === null ? [] : ['--seccomp', SECCOMP]),
  ];
}
