import { spawn } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Code, Repositories } from '../hosting/driver.ts';
import { createGitCode, type GitAsked } from '../hosting/git/git-code.ts';
import { INSIDE_REPOSITORY, type GitProcess } from '../hosting/git/git-runner.ts';
import { gitEnvironment } from '../hosting/git/git-settings.ts';

/**
 * Real repositories by the real `git` of this machine, without the sandbox: for tests of what is above them.
 * @param starting hears of each `git` before it is started
 */
export function createPlainRepositories(
  folder: string,
  starting: (argv: readonly string[]) => void = () => undefined,
): Code & Pick<Repositories, 'branches' | 'branchCommit'> {
  const repositoryOf = (siteId: string) => path.join(folder, siteId);
  const start = async (siteId: string, { argv, input = null }: GitAsked): Promise<GitProcess> => {
    starting(argv);
    const [program = '', ...args] = argv.map((one) => (one === INSIDE_REPOSITORY ? repositoryOf(siteId) : one));
    const child = spawn(program, args, { env: gitEnvironment() });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (errors += text));
    child.stdin.on('error', () => undefined);
    Readable.from(input ?? []).pipe(child.stdin);
    const ended = new Promise<{ code: number; errors: string }>((resolve) =>
      child.once('close', (code) => resolve({ code: code ?? 137, errors })),
    );
    return { output: child.stdout, ended, kill: () => void child.kill('SIGKILL') };
  };
  const isMade = (siteId: string) =>
    access(path.join(repositoryOf(siteId), 'HEAD')).then(
      () => true,
      () => false,
    );
  const run = async (siteId: string, ...args: string[]) => {
    const child = await start(siteId, { argv: ['git', ...args] });
    let text = '';
    child.output.setEncoding('utf8').on('data', (part: string) => void (text += part));
    await child.ended;
    return text.trim();
  };
  const branches: Repositories['branches'] = async (siteId) => {
    if (!(await isMade(siteId))) return new Map();
    const form = '--format=%(objectname) %(refname:lstrip=2)';
    const text = await run(siteId, '--git-dir', INSIDE_REPOSITORY, 'for-each-ref', form, 'refs/heads');
    return new Map(
      text
        .split('\n')
        .filter(Boolean)
        .map((line): [string, string] => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
    );
  };
  const branchCommit: Repositories['branchCommit'] = async (siteId, branch) =>
    (await branches(siteId)).get(branch) ?? null;
  const make = async (siteId: string) => {
    if (await isMade(siteId)) return;
    await mkdir(repositoryOf(siteId), { recursive: true });
    await run(siteId, 'init', '--quiet', '--bare', '--template=', '--initial-branch=main', INSIDE_REPOSITORY);
  };
  return {
    ...createGitCode({ start, isMade, make, branchCommit, left: async () => Number.MAX_SAFE_INTEGER }),
    ...{ branches, branchCommit },
  };
}
