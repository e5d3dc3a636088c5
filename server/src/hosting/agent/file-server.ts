import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStreams } from '../driver.ts';
import { abortedError, HostingError } from '../hosting-error.ts';
import { joining } from '../limits/joining.ts';
import type { Lower, ProcessLimits } from '../limits/lower.ts';
import { seccompFilter } from '../limits/seccomp/filter.ts';
import { killGroup } from '../process/run-command.ts';
import type { Command } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { ALONE, asUser } from '../runtime/sandbox.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { SETPRIV, SYSTEM } from './agent-sandbox.ts';

/** A file server in a sandbox; `users` and `filter` are what bubblewrap reads at descriptors 3 and 4. */
export type FileServerCommand = Command & { users: string; filter: Buffer | null };

export type FileServerRequest = {
  /** OpenSSH's `sftp-server`. */
  program: string;
  mount: SiteMount;
  /** Whether the panel is root. */
  root: boolean;
  /** The user of the site's files. */
  uid: number;
  lower: Lower;
  limits: ProcessLimits;
  joinFiles: readonly string[];
};

/** The document root, as a client sees it. */
const ROOT = '/site';
const USERS_DESCRIPTOR = 3;
const FILTER_DESCRIPTOR = 4;
/** Links could lead the panel's own file server out of the site; the others describe this machine. */
const DENIED = ['symlink', 'hardlink', 'statvfs', 'fstatvfs', 'users-groups-by-id', 'expand-path'];
const MAX_ERRORS = 4096;

/**
 * The command that serves a site's document root over the SFTP protocol, on standard input and output. It sees nothing
 * else of this machine except libraries, has no network, the user and limits of the site, and the seccomp filter of
 * hosted code. The shared WordPress is read-only.
 */
export function fileServerCommand(request: FileServerRequest): FileServerCommand {
  const { program, root, uid, lower, limits, joinFiles } = request;
  const filter = seccompFilter(process.arch);
  const server = [program, '-e', '-d', ROOT, '-P', DENIED.join(',')];
  // The user of static sites is the panel's own, which keeps its id and loses its rights.
  const inner = root ? asUser(uid, server) : server;
  const sandboxed = [
    'bwrap',
    ...bubble(request),
    ...(filter === null ? [] : ['--seccomp', String(FILTER_DESCRIPTOR)]),
    '--',
    ...inner,
  ];
  const [file = '', ...args] = joining(joinFiles, lower(sandboxed, limits));
  // OpenSSH does not start for a user without a name.
  return { file, args, env: minimalEnvironment(), cwd: '/', filter, users: `site:x:${uid}:${uid}::${ROOT}:/\n` };
}

function bubble({ program, mount, root }: FileServerRequest): string[] {
  return [
    ...['/etc', '/usr', '/usr/bin', '/usr/libexec', ROOT].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...[...SYSTEM, ...(root ? SETPRIV : []), program].flatMap((file) => ['--ro-bind-try', file, file]),
    ...['--perms', '0444', '--ro-bind-data', String(USERS_DESCRIPTOR), '/etc/passwd'],
    ...['--dev', '/dev'],
    ...['--bind', `${mount.live}/public`, ROOT],
    ...(mount.core?.entries ?? []).flatMap((name) => ['--ro-bind', `${mount.core?.folder}/${name}`, `${ROOT}/${name}`]),
    // bwrap's own folders are in memory, where files would count towards no quota.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', ROOT],
    ...ALONE,
    ...(root ? [] : ['--unshare-user']),
  ];
}

/**
 * Runs a file server until its client leaves or `signal` aborts.
 * @throws HostingError when it does not start or fails
 */
export async function runFileServer(
  { file, args, env, cwd, users, filter }: FileServerCommand,
  { from, to }: FileStreams,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw abortedError(signal);
  const child = spawn(file, args, { env, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'] });
  const end = () => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  signal.addEventListener('abort', end, { once: true });
  const [stdin, stdout, stderr, usersFile, filterFile] = child.stdio as unknown as [
    Writable,
    Readable,
    Readable,
    Writable,
    Writable,
  ];
  let errors = '';
  stderr.setEncoding('utf8').on('data', (text: string) => void (errors = (errors + text).slice(0, MAX_ERRORS)));
  for (const stream of [stdin, stdout, stderr, usersFile, filterFile]) stream.on('error', () => undefined);
  usersFile.end(users);
  filterFile.end(filter ?? '');
  // The client's stream stays open for what its owner still has to say.
  from.pipe(stdin);
  const output = pipeline(stdout, to, { signal }).catch(end);
  try {
    const code = await ended;
    await output;
    if (signal.aborted) throw abortedError(signal);
    if (code !== 0 && code !== null && errors !== '')
      throw new HostingError('COMMAND_FAILED', 'The file server of the site stopped.', {
        retryable: true,
        detail: `${code}: ${errors}`,
      });
  } finally {
    signal.removeEventListener('abort', end);
    from.unpipe(stdin);
    stdin.destroy();
  }
}
