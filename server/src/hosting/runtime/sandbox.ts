import type { Command } from '../process/run-command.ts';
import { INSIDE } from './site-runtime.ts';
import type { SiteMount } from './site-runtime.ts';

/**
 * How a site's process is kept away from the rest of the machine.
 * `bwrap`: sees only its own folder, PHP and our scripts. `uid`: its own user id. `none`: the panel's user,
 * allowed only where that is not root.
 */
export type Isolation = { kind: 'bwrap' | 'uid' | 'none'; root: boolean };

export type WrapRequest = { mount: SiteMount; panelDir: string; env: Record<string, string>; isolation: Isolation; php: string };
export type SitePaths = { live: string; tmp: string; panel: string };

const FIRST_UID = 210_000;
const UIDS = 300_000;

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

/** The command that runs PHP for a site with the rights of that site alone. */
export function sandboxed(request: WrapRequest, args: string[]): Command {
  const { isolation, env, mount } = request;
  const inner = isolation.root ? asUser(siteUid(mount.siteId), [request.php, ...args]) : [request.php, ...args];
  const outer = isolation.kind === 'bwrap' ? ['bwrap', ...bubble(request), '--', ...inner] : inner;
  return { file: outer[0] ?? request.php, args: outer.slice(1), env, cwd: mount.live };
}

function asUser(uid: number, command: string[]): string[] {
  const drop = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  return ['setpriv', ...drop, ...command];
}

/** System folders PHP needs; a folder that a machine does not have is left out. */
const READ_ONLY = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/opt', '/nix'];
const READ_ONLY_ETC = ['php', 'alternatives', 'ssl', 'ca-certificates', 'hosts', 'resolv.conf', 'nsswitch.conf', 'localtime', 'ld.so.cache', 'mime.types'];

function bubble({ mount, panelDir, isolation }: WrapRequest): string[] {
  const system = [...READ_ONLY, ...READ_ONLY_ETC.map((name) => `/etc/${name}`)];
  return [
    // Folders that bwrap makes on the way would be closed to the site's user.
    ...['/etc', '/site'].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...system.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--bind', mount.tmp, INSIDE.tmp],
    ...['--bind', mount.live, INSIDE.live],
    ...['--ro-bind', panelDir, INSIDE.panel],
    ...['--chdir', INSIDE.live],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session'],
    ...(isolation.root ? [] : ['--unshare-user']),
  ];
}
