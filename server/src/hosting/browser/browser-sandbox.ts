import path from 'node:path';
import { joining } from '../limits/joining.ts';
import type { Lower } from '../limits/lower.ts';
import type { Command } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { ALONE, asUser, browserUid } from '../runtime/sandbox.ts';

/** A Chromium of this machine, and whether the panel is root. */
export type Browser = { path: string; root: boolean; lower: Lower };

/** A run for one site; `socket` leads to the proxy of this site. `joinFiles`: of the cgroups that it joins. */
export type BrowserRun = { siteId: string; address: string; socket: string; joinFiles: readonly string[] };

/** Pixels of a picture. */
export const PICTURE_SIZE = { width: 640, height: 400 } as const;

const CHILD = path.join(import.meta.dirname, 'child');
const INSIDE = { socket: '/run/site.sock', child: '/browser', node: '/node' } as const;
/** Libraries, fonts and their settings. */
const SYSTEM = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/share', '/etc/fonts', '/etc/ld.so.cache', '/nix'];
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];
const MEMORY_FILES_BYTES = 128 * 2 ** 20;
const LIMITS = { openFiles: 4096, fileSizeMb: 64, dataMb: 1536 };

/**
 * The command that takes a picture of a site: Chromium with the rights of nobody else, a file system in memory, and no
 * network but the given socket. What the site shows runs in it.
 */
export function browserCommand({ path: browser, root, lower }: Browser, run: BrowserRun): Command {
  const { width, height } = PICTURE_SIZE;
  const inner = [INSIDE.node, `${INSIDE.child}/main.ts`, run.address, browser, INSIDE.socket, `${width}`, `${height}`];
  return wrapped({ browser, root, lower }, run, ['--bind', run.socket, INSIDE.socket], inner);
}

/** Starts the browser in the same sandbox, without a site, to see whether both work here. */
export const probeCommand = ({ path: browser, root, lower }: Browser): Command =>
  wrapped({ browser, root, lower }, { siteId: 'probe', joinFiles: [] }, [], [browser, '--version']);

type Wrapping = { browser: string; root: boolean; lower: Lower };

function wrapped(
  { browser, root, lower }: Wrapping,
  { siteId, joinFiles }: Pick<BrowserRun, 'siteId' | 'joinFiles'>,
  mounts: string[],
  inner: string[],
): Command {
  const bubble = [
    ...['/etc', '/run', '/usr', '/usr/bin', '/dev'].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...[...SYSTEM, path.dirname(browser), ...(root ? SETPRIV : [])].flatMap((file) => ['--ro-bind-try', file, file]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['/tmp', '/dev/shm'].flatMap((folder) => [
      ...['--perms', '1777', '--size', String(MEMORY_FILES_BYTES), '--tmpfs', folder],
    ]),
    ...['--ro-bind', process.execPath, INSIDE.node, '--ro-bind', CHILD, INSIDE.child],
    ...mounts,
    ...ALONE,
    '--clearenv',
    ...(root ? [] : ['--unshare-user']),
  ];
  const command = lower(['bwrap', ...bubble, '--', ...(root ? asUser(browserUid(siteId), inner) : inner)], LIMITS);
  const [file = '', ...args] = joining(joinFiles, command);
  return { file, args, env: minimalEnvironment(), cwd: '/' };
}
