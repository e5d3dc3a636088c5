import type { SystemFiles } from './php-files.ts';
import { INSIDE } from './site-runtime.ts';
import type { SiteMount } from './site-runtime.ts';

/**
 * How a site's process is kept away from the rest of the machine.
 * `bwrap`: sees only its own folder, PHP and our scripts, and has a network of its own. `uid`: its own user id, without
 * more. `none`: the panel's user. The last two are used only when the operator turned the sandbox off.
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
  for (const char of siteId) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return FIRST_UID + (hash % UIDS);
}

/** Where the site's process finds its folders. */
export function sitePaths(request: Pick<WrapRequest, 'mount' | 'panelDir' | 'isolation'>): SitePaths {
  if (request.isolation.kind === 'bwrap') return INSIDE;
  return { live: request.mount.live, tmp: request.mount.tmp, panel: request.panelDir };
}

/** The command that runs PHP for a site with the rights of that site alone; the jailer starts it. */
export function sandboxed(request: WrapRequest, args: string[]): string[] {
  const { isolation, mount } = request;
  const inner = isolation.root ? asUser(siteUid(mount.siteId), [request.php, ...args]) : [request.php, ...args];
  return isolation.kind === 'bwrap' ? ['bwrap', ...bubble(request, isolation), '--', ...inner] : inner;
}

function asUser(uid: number, command: string[]): string[] {
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

function bubble(
  { mount, panelDir }: WrapRequest,
  { root, system, seccomp }: Extract<Isolation, { kind: 'bwrap' }>,
): string[] {
  // In the jailer's user namespace the panel's user is 0. Hosted code is the panel's user in one of its own.
  const user = root
    ? []
    : ['--unshare-user', '--uid', String(process.getuid?.() ?? 65_534), '--gid', String(process.getgid?.() ?? 65_534)];
  return [
    // Folders that bwrap makes on the way would be closed to the site's user.
    ...foldersAbove([...system.readOnly, ...system.links.map((link) => link.at), '/site/live', '/etc/hosts']).flatMap(
      (folder) => ['--perms', '0755', '--dir', folder],
    ),
    ...system.readOnly.flatMap((file) => ['--ro-bind', file, file]),
    ...system.links.flatMap(({ at, to }) => ['--symlink', to, at]),
    ...['--ro-bind', `${panelDir}/hosts`, '/etc/hosts'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--bind', mount.tmp, INSIDE.tmp],
    ...['--bind', mount.live, INSIDE.live],
    ...(mount.core?.entries ?? []).flatMap((name) => [
      '--ro-bind',
      `${mount.core?.folder}/${name}`,
      `${INSIDE.live}/public/${name}`,
    ]),
    ...['--ro-bind', panelDir, INSIDE.panel],
    // What bwrap makes itself is memory in which programs could be put.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', INSIDE.live],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent'],
    ...user,
    ...(seccomp === null ? [] : ['--seccomp', SECCOMP_DESCRIPTOR]),
  ];
}

/** Every folder on the way to the files, the upper ones first. */
function foldersAbove(files: string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.split('/').slice(1, -1);
    for (const [index] of parts.entries()) folders.add(`/${parts.slice(0, index + 1).join('/')}`);
  }
  return [...folders].sort();
}
