import { spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { limitsOfPlan, type SiteLimits } from '@panel/contract';
import { joining } from '../limits/joining.ts';
import { processLimits } from '../limits/lower.ts';
import { seccompFilter } from '../limits/seccomp/filter.ts';
import type { SiteResources } from '../limits/site-resources.ts';
import { killGroup } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { ALONE, asUser, siteUid } from '../runtime/sandbox.ts';

/** The repository in every sandbox. */
export const INSIDE_REPOSITORY = '/repository';
const SECCOMP = 3;
const KEPT_ERRORS = 4096;
/** What root needs to become another user, and nothing else. */
const CAPABILITIES = ['ALL', 'CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'];

export type GitRun = {
  siteId: string;
  /** The folder of the repository on this machine. */
  repository: string;
  writable: boolean;
  argv: readonly string[];
  env: Record<string, string>;
  input: AsyncIterable<Uint8Array> | null;
  /** The largest file that it may write. */
  fileMb: number;
  signal: AbortSignal;
};

/** `ended`: the exit code, when nothing of it is left. */
export type GitProcess = { output: Readable; ended: Promise<{ code: number; errors: string }>; kill(): void };
export type GitRunner = (run: GitRun) => Promise<GitProcess>;

/** Of all that one client makes `git` do. */
const LIMITS: SiteLimits = {
  ...limitsOfPlan('FREE').site,
  ...{ memoryMb: 512, cpuPercent: 100, processes: 64, openFiles: 1024 },
};

type Options = { root: boolean; system: readonly string[]; resources: Pick<SiteResources, 'lower' | 'cgroups'> };

/** Runs `git` without network, as the user of its application, with a cgroup, and sees one repository. */
export function createGitRunner({ root, system, resources }: Options): GitRunner {
  return async ({ siteId, repository, writable, argv, env, input, fileMb, signal }) => {
    const limits = { ...LIMITS, fileSizeMb: Math.max(1, fileMb) };
    const cgroup = await (await resources.cgroups()).site(`git-${siteId}`, limits);
    const filter = seccompFilter(process.arch);
    const bubble = [
      ...['bwrap', ...system, '--proc', '/proc', '--dev', '/dev', '--perms', '0755', '--dir', '/tmp'],
      ...['--perms', '0755', '--dir', INSIDE_REPOSITORY],
      ...[writable ? '--bind' : '--ro-bind', repository, INSIDE_REPOSITORY],
      ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', ...ALONE],
      ...(root
        ? CAPABILITIES.flatMap((name) => [name === 'ALL' ? '--cap-drop' : '--cap-add', name])
        : ['--unshare-user']),
      ...['--clearenv', ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value])],
      ...(filter === null ? [] : ['--seccomp', String(SECCOMP)]),
      '--',
      ...(root ? asUser(siteUid(siteId), [...argv]) : argv),
    ];
    const own = { ...processLimits(limits), ...(cgroup.controls('memory') ? {} : { dataMb: limits.memoryMb }) };
    const [file = '', ...args] = joining(cgroup.joinFiles, resources.lower(bubble, own));
    const child = spawn(file, args, {
      ...{ env: minimalEnvironment(), cwd: '/', detached: true },
      stdio: ['pipe', 'pipe', 'pipe', filter === null ? 'ignore' : 'pipe'],
    });
    const kill = (): void => {
      if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    const [stdin, stdout, stderr, descriptor] = child.stdio as unknown as [
      Writable,
      Readable,
      Readable,
      Writable | null,
    ];
    let errors = '';
    stderr.setEncoding('utf8').on('data', (text: string) => void (errors = (errors + text).slice(-KEPT_ERRORS)));
    // Git may end before it has read all.
    for (const stream of [stdin, stderr, descriptor]) stream?.on('error', () => undefined);
    descriptor?.end(filter);
    if (input === null) stdin.end();
    else {
      // A client that goes away, or sends too much, ends the process.
      const from = Readable.from(input);
      from.on('error', kill);
      from.pipe(stdin);
      stdin.on('close', () => from.destroy());
    }
    const ended = new Promise<{ code: number; errors: string }>((resolve) => {
      child.once('error', (error) => resolve({ code: 127, errors: error.message }));
      child.once('close', (code) => resolve({ code: code ?? 137, errors }));
    }).finally(() => {
      signal.removeEventListener('abort', kill);
      return cgroup.close();
    });
    return { output: stdout, ended, kill };
  };
}
