import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Facts, FetchFault, PrepareInput } from './answer.ts';
import { Fault } from './fault.ts';

type Git = NonNullable<PrepareInput['git']>;

/** What `git` says, and what it means. The first that matches counts. */
const MEANINGS: readonly [RegExp, FetchFault][] = [
  [/CONNECT tunnel|from proxy after CONNECT/i, 'unreachable'],
  [/could not read Username|Authentication failed|Access denied|error: 40[13]|terminal prompts disabled/i, 'private'],
  [/couldn't find remote ref/i, 'branch'],
  [/not our ref|unadvertised object|no such remote ref|not a valid object/i, 'commit'],
  [/not found|error: 404|does not exist|does not appear to be a git repository/i, 'gone'],
  [
    /unable to access|could not resolve|failed to connect|timed out|early EOF|RPC failed|CONNECT tunnel/i,
    'unreachable',
  ],
];

/** No file of the machine or of the repository configures `git`, and nothing of a repository is run. */
const SETTINGS = (git: Git): [string, string][] => [
  ['protocol.allow', 'never'],
  ...((git.proxy === null
    ? [['protocol.file.allow', 'always']]
    : [
        ['protocol.https.allow', 'always'],
        ['http.proxy', git.proxy],
      ]) as [string, string][]),
  ...(git.plain ? ([['protocol.http.allow', 'always']] as [string, string][]) : []),
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.autocrlf', 'false'],
  ['filter.lfs.smudge', ''],
  ['filter.lfs.process', ''],
  ['filter.lfs.required', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.detachedHead', 'false'],
  ['init.defaultBranch', 'main'],
  ...(git.token === null
    ? []
    : ([
        ['http.extraHeader', `Authorization: Basic ${Buffer.from(`x-access-token:${git.token}`).toString('base64')}`],
      ] as [string, string][])),
];

const OUTPUT_BYTES = 1024 * 1024;

/** Fetches one commit, without its history, and leaves its files alone in the folder. @throws Fault */
export function fetchCode(folder: string, git: Git): NonNullable<Facts['commit']> {
  const settings = SETTINGS(git);
  const env: NodeJS.ProcessEnv = {
    ...{ PATH: '/usr/bin:/bin', HOME: '/tmp', LANG: 'C', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    ...{
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '/bin/false',
      GIT_LFS_SKIP_SMUDGE: '1',
      GIT_CONFIG_COUNT: String(settings.length),
    },
  };
  // In the environment and not among arguments, where the token would be seen.
  for (const [index, [name, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = name;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  const ask = (...args: string[]) =>
    spawnSync('git', args, { cwd: folder, env, encoding: 'utf8', maxBuffer: OUTPUT_BYTES });
  const run = (...args: string[]): string => {
    const { status, stdout, stderr, error } = ask(...args);
    if (status === 0) return stdout;
    const said = `${stderr ?? ''} ${error?.message ?? ''}`.trim();
    const [, fault] = MEANINGS.find(([pattern]) => pattern.test(said)) ?? ([null, 'failed'] as const);
    throw new Fault(fault, said.slice(-400));
  };
  console.log(
    `Fetching ${git.commit?.slice(0, 12) ?? git.branch} of ${git.proxy === null ? 'the repository in the panel' : git.url}`,
  );
  run('init', '--quiet', '--template=', '.');
  try {
    run(
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--no-recurse-submodules',
      '--',
      git.url,
      git.commit ?? `refs/heads/${git.branch}`,
    );
  } catch (error) {
    if (error instanceof Fault && error.fault === 'branch' && ask('ls-remote', '--', git.url).stdout === '')
      throw new Fault('empty', error.message);
    throw error;
  }
  run('checkout', '--quiet', '--detach', '--no-recurse-submodules', 'FETCH_HEAD');
  const [id = '', author = '', message = ''] = run('log', '-1', '--format=%H%x00%an%x00%s').trim().split('\0');
  rmSync(`${folder}/.git`, { recursive: true, force: true });
  console.log(`Commit ${id.slice(0, 12)}: ${message.slice(0, 200)}`);
  return { id, message: message.slice(0, 500), author: author.slice(0, 200) };
}
