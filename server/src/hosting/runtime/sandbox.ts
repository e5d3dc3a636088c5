import { workloadOf } from '../preview-id.ts';
import type { SharedCore } from './core-store.ts';
import type { SystemFiles } from './php-files.ts';
import { INSIDE } from './site-runtime.ts';
import type { SiteMount } from './site-runtime.ts';

/**
 * The isolation of a site's process. `bwrap`: sees only its own folder, PHP and our scripts, and has its own network.
 * `uid`: only a separate user id. `none`: the panel's user. The last two apply only when the operator turned the
 * sandbox off.
 */
export type Isolation =
  | { kind: 'bwrap'; root: boolean; system: SystemFiles; seccomp: string | null }
  | { kind: 'uid' | 'none'; root: boolean };

export type WrapRequest = { mount: SiteMount; panelDir: string; isolation: Isolation; php: string };
export type SitePaths = { live: string; tmp: string; panel: string };

const FIRST_UID = 210_000;
const UIDS = 300_000;

/** The descriptor at which the jailer gives bubblewrap the seccomp filter. */
const SECCOMP_DESCRIPTOR = '3';

/** The user id of a site, the same on every start. Two sites may share one; the sandbox still separates them. */
export function siteUid(siteId: string): number {
  let hash = 0x811c9dc5;
  // What an application has cached and what is in its repository is its preview's too.
  for (const char of workloadOf(siteId)) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return FIRST_UID + (hash % UIDS);
}

/**
 * The user id of a browser that takes a picture of a site. The kernel counts processes by user: with the site's own id,
 * the threads of a browser would use up its processes, and the site could not start.
 */
export const browserUid = (siteId: string): number => siteUid(siteId) + UIDS;

/** Paths of the folders inside a site's process. */
export function sitePaths(request: Pick<WrapRequest, 'mount' | 'panelDir' | 'isolation'>): SitePaths {
  if (request.isolation.kind === 'bwrap') return INSIDE;
  return { live: request.mount.live, tmp: request.mount.tmp, panel: request.panelDir };
}

/** The command that runs PHP with the rights of one site; the jailer starts it. */
export function sandboxed(request: WrapRequest, args: string[]): string[] {
  const { isolation, mount } = request;
  const inner = isolation.root ? asUser(siteUid(mount.siteId), [request.php, ...args]) : [request.php, ...args];
  return isolation.kind === 'bwrap' ? ['bwrap', ...bubble(request, isolation), '--', ...inner] : inner;
}

/** A command under another user id, with no rights of root and no way to get one. */
export function asUser(uid: number, command: string[]): string[] {
  const drop = [
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ];
  return ['setpriv', ...drop, ...command];
}

/** Arguments of bubblewrap for what has no network and outlives nobody. */
export const ALONE: readonly string[] = [
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-net',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
];

function bubble(
  { mount, panelDir }: WrapRequest,
  { root, system, seccomp }: Extract<Isolation, { kind: 'bwrap' }>,
): string[] {
  // In the jailer's user namespace the panel's user is 0. Hosted code gets the panel's user in a nested one.
  const user = root
    ? []
    : ['--unshare-user', '--uid', String(process.getuid?.() ?? 65_534), '--gid', String(process.getgid?.() ?? 65_534)];
  return [
    // Parent folders that bwrap creates would be closed to the site's user.
    ...foldersAbove([...system.readOnly, ...system.links.map((link) => link.at), '/site/live', '/etc/hosts']).flatMap(
      (folder) => ['--perms', '0755', '--dir', folder],
    ),
    ...system.readOnly.flatMap((file) => ['--ro-bind', file, file]),
    ...system.links.flatMap(({ at, to }) => ['--symlink', to, at]),
    ...['--ro-bind', `${panelDir}/hosts`, '/etc/hosts'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--bind', mount.tmp, INSIDE.tmp],
    ...compiledMount(mount.core?.compiled),
    ...['--bind', mount.live, INSIDE.live],
    ...(mount.core?.entries ?? []).flatMap((name) => [
      '--ro-bind',
      `${mount.core?.folder}/${name}`,
      `${INSIDE.live}/public/${name}`,
    ]),
    ...['--ro-bind', panelDir, INSIDE.panel],
    // bwrap's own folders are in memory, which would allow programs to be stored there.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', INSIDE.live],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
    ...user,
    ...(seccomp === null ? [] : ['--seccomp', SECCOMP_DESCRIPTOR]),
  ];
}

/** PHP before 8.5 takes only a folder that it could write to, so the site's temporary one. What it reads there is read-only. */
function compiledMount(compiled: SharedCore['compiled']): string[] {
  return typeof compiled === 'object' && compiled !== null
    ? ['--ro-bind', compiled.folder, `${INSIDE.tmp}/${compiled.id}`]
    : [];
}

/** All parent folders of the files, from the top. */
function foldersAbove(files: string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.split('/').slice(1, -1);
    for (const [index] of parts.entries()) folders.add(`/${parts.slice(0, index + 1).join('/')}`);
  }
  return [...folders].sort();
}
