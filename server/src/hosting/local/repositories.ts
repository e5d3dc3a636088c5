import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteAgent } from '../agent/index.ts';
import { BUILD_LIMITS, type BuildLimits } from '../builds/build-limits.ts';
import type { GitAnswer, GitRequest, Repositories } from '../driver.ts';
import { readCgi } from '../git/cgi-answer.ts';
import { createGitCode } from '../git/git-code.ts';
import { INSIDE_REPOSITORY, type GitProcess, type GitRunner } from '../git/git-runner.ts';
import { gitEnvironment } from '../git/git-settings.ts';
import type { NodeRuntime } from '../node/node-runtime.ts';
import { diskFull, HostingError } from '../hosting-error.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { siteUid } from '../runtime/sandbox.ts';
import { createSiteGate } from './site-gate.ts';
import { readRecord, type SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';

const MB = 1024 ** 2;
/** A client gets this long for one exchange. */
const EXCHANGE_MS = 10 * 60_000;
const LOOK_MS = 20_000;
/** Of a commit in hex. */
const ANSWER_MAX = 1000;
/** Branches of one repository that are looked at, and what the line of one may have. */
const BRANCHES_MAX = 1000;
const BRANCH_BYTES = 320;

/** What `git rev-parse --verify --quiet` ends with where there is no such branch. */
const ABSENT = 1;

const unreadable = (code: number, errors: string): HostingError =>
  new HostingError('COMMAND_FAILED', 'The branches could not be read. Try again in a minute.', {
    retryable: true,
    detail: `${code}: ${errors}`,
  });

export const repositoryOf = ({ root }: Pick<SiteFolder, 'root'>): string => path.join(root, 'repository.git');
/** Beside the repository: it has been made completely. */
const readyFile = ({ root }: SiteFolder): string => path.join(root, 'repository.ready');

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  agent: SiteAgent;
  runtime: { node?: NodeRuntime | undefined };
  config: { buildLimits?: Partial<BuildLimits> | undefined };
};

/** The repositories of applications, in their folders. */
export function createRepositories({ folderOf, toolsOf, agent, runtime: { node }, config }: Deps): {
  port: Repositories;
  /** Bytes of a repository on the disk. */
  bytes(siteId: string): Promise<number>;
  /** Ends what clients do with the repository of an application that is to be deleted. */
  end(siteId: string): Promise<void>;
} {
  const runner = node?.git ?? null;
  const missing = node ? node.missing : 'Git does not run on this server.';
  const { pushBytes } = { ...BUILD_LIMITS, ...config.buildLimits };
  const making = createSiteGate();
  const running = new Map<string, Set<GitProcess>>();

  const start = async (siteId: string, run: Omit<Parameters<GitRunner>[0], 'siteId' | 'repository'>) => {
    if (!runner) throw new HostingError('RUNTIME_MISSING', missing ?? 'Git does not run here.', { retryable: false });
    const process = await runner({ ...run, siteId, repository: repositoryOf(folderOf(siteId)) });
    const own = running.get(siteId) ?? new Set();
    running.set(siteId, own.add(process));
    const forget = (): void => {
      own.delete(process);
      if (own.size === 0) running.delete(siteId);
    };
    process.ended.then(forget, forget);
    return process;
  };

  const answerOf = async (
    siteId: string,
    argv: readonly string[],
    { writable = false, most = ANSWER_MAX } = {},
  ): Promise<{ code: number; text: string; errors: string }> => {
    const signal = AbortSignal.timeout(LOOK_MS);
    const process = await start(siteId, { argv, writable, env: gitEnvironment(), input: null, fileMb: 1, signal });
    let text = '';
    process.output.setEncoding('utf8').on('data', (part: string) => void (text = (text + part).slice(0, most)));
    const { code, errors } = await process.ended;
    return { code, text: text.trim(), errors };
  };

  const make = (siteId: string): Promise<void> =>
    making.exclusive(siteId, async () => {
      const folder = folderOf(siteId);
      await readRecord(folder);
      if (await exists(readyFile(folder))) return;
      const repository = repositoryOf(folder);
      await rm(repository, { recursive: true, force: true });
      await mkdir(repository, { mode: 0o700 });
      const uid = process.getuid?.() === 0 ? siteUid(siteId) : null;
      if (uid !== null) await chown(repository, uid, uid);
      const argv = ['git', 'init', '--quiet', '--bare', '--template=', '--initial-branch=main', INSIDE_REPOSITORY];
      const { code, errors } = await answerOf(siteId, argv, { writable: true });
      if (code !== 0)
        throw new HostingError('COMMAND_FAILED', 'The repository could not be made. Try again in a minute.', {
          retryable: true,
          detail: errors,
        });
      await writeFile(readyFile(folder), '');
    });

  const repositoryBytes = async (siteId: string): Promise<number> => {
    const folder = folderOf(siteId);
    const live = repositoryOf(folder);
    if (!(await exists(live))) return 0;
    return (
      await agent.need({ ...folder.mount, live }, 'usage', {}, 'We could not measure the repository.', {
        deadlineMs: LOOK_MS,
      })
    ).bytes;
  };

  const end = async (siteId: string): Promise<void> => {
    const all = [...(running.get(siteId) ?? [])];
    for (const each of all) each.kill();
    await Promise.all(all.map(({ ended }) => ended));
  };

  const left = async (siteId: string) => (await toolsOf(siteId)).maxBytes - (await repositoryBytes(siteId));
  const branchCommit: Repositories['branchCommit'] = async (siteId, branch) => {
    if (!(await exists(readyFile(folderOf(siteId))))) return null;
    const argv = ['git', '--git-dir', INSIDE_REPOSITORY, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`];
    const { code, text, errors } = await answerOf(siteId, argv);
    if (code === ABSENT) return null;
    if (code !== 0 || !/^[0-9a-f]{40,64}$/.test(text)) throw unreadable(code, errors);
    return text;
  };
  const code = createGitCode({
    start: (siteId, { argv, writable = false, input = null, fileMb = 1 }) =>
      start(siteId, { argv, writable, input, fileMb, env: gitEnvironment(), signal: AbortSignal.timeout(LOOK_MS) }),
    isMade: (siteId) => exists(readyFile(folderOf(siteId))),
    ...{ make, left, branchCommit },
  });

  const port: Repositories = {
    ...code,
    branchCommit,
    repositoriesMissing: () => missing,
    async git(siteId, { service, step, protocol, isGzip, body, signal }: GitRequest): Promise<GitAnswer> {
      if (!runner) throw new HostingError('RUNTIME_MISSING', missing ?? '', { retryable: false });
      await make(siteId);
      const writable = service === 'git-receive-pack' && step === 'exchange';
      const room = writable ? await left(siteId) : pushBytes;
      if (room < MB) throw diskFull('We could not receive the push.', 'the repository has the whole disk of the plan');
      const maxBytes = Math.min(pushBytes, room);
      const process = await start(siteId, {
        writable,
        argv: ['git', 'http-backend'],
        env: {
          ...gitEnvironment(maxBytes),
          ...{ GIT_PROJECT_ROOT: '/', GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'client', GATEWAY_INTERFACE: 'CGI/1.1' },
          ...(step === 'advertise'
            ? {
                REQUEST_METHOD: 'GET',
                PATH_INFO: `${INSIDE_REPOSITORY}/info/refs`,
                QUERY_STRING: `service=${service}`,
              }
            : {
                ...{ REQUEST_METHOD: 'POST', PATH_INFO: `${INSIDE_REPOSITORY}/${service}`, QUERY_STRING: '' },
                CONTENT_TYPE: `application/x-${service}-request`,
              }),
          ...(isGzip ? { HTTP_CONTENT_ENCODING: 'gzip' } : {}),
          ...(protocol !== null && /^[a-z0-9=:]{1,100}$/.test(protocol) ? { GIT_PROTOCOL: protocol } : {}),
        },
        input: body,
        fileMb: Math.ceil(maxBytes / MB) + 1,
        signal: AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS)]),
      });
      const answer = await readCgi(process.output);
      if (answer !== null) return { ...answer, ended: process.ended.then(() => undefined) };
      const { code, errors } = await process.ended;
      throw new HostingError('COMMAND_FAILED', 'Git could not answer. Try again in a minute.', {
        retryable: true,
        detail: `${code}: ${errors}`,
      });
    },
    async branches(siteId) {
      if (!(await exists(readyFile(folderOf(siteId))))) return new Map();
      const argv = ['git', '--git-dir', INSIDE_REPOSITORY, 'for-each-ref', '--sort=-committerdate'];
      argv.push(`--count=${BRANCHES_MAX}`, '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads');
      const { code, text, errors } = await answerOf(siteId, argv, { most: BRANCHES_MAX * BRANCH_BYTES });
      // Without branches its previews would end, so a failure is not an empty repository.
      if (code !== 0) throw unreadable(code, errors);
      return new Map(
        text.split('\n').flatMap((line): [string, string][] => {
          const at = line.indexOf(' ');
          const [commit, branch] = [line.slice(0, at), line.slice(at + 1)];
          return /^[0-9a-f]{40,64}$/.test(commit) && branch !== '' ? [[branch, commit]] : [];
        }),
      );
    },
  };
  return { port, bytes: repositoryBytes, end };
}
