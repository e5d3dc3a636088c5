import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../../lib/parse-json.ts';
import type { Lower } from '../limits/lower.ts';
import { runCommand } from '../process/run-command.ts';
import { phpBuild } from './php-build.ts';
import { ASK_PHP, findSystemFiles, PhpFacts } from './php-files.ts';
import { minimalEnvironment } from './minimal-environment.ts';
import type { Isolation } from './sandbox.ts';
import { tryIsolation } from './try-isolation.ts';

/** A PHP of this machine that can run WordPress on SQLite, with the isolation of its processes. */
export type NativePhp = {
  path: string;
  version: string;
  /** Names of its extensions, as `php -m` prints them. */
  extensions: readonly string[];
  isolation: Isolation;
  /** Whether it can connect to MariaDB. */
  hasMysqli: boolean;
  /** See `SiteRuntime`; `buildNow` finds a PHP that was replaced meanwhile. */
  build: string | null;
  buildNow(): Promise<string | null>;
};

type Options = {
  binary: string;
  dataDir: string;
  panelDir: string;
  sandbox: 'auto' | 'off';
  lower: Lower;
  seccomp: string | null;
};

/** Disables warnings of a misconfigured PHP, which would corrupt its answer. */
const QUIET = ['display_errors=0', 'display_startup_errors=0', 'error_reporting=0', 'html_errors=0'].flatMap(
  (setting) => ['-d', setting],
);

const EXTENSIONS = [
  'pdo_sqlite',
  'sqlite3',
  'mbstring',
  'json',
  'hash',
  'dom',
  'xml',
  'fileinfo',
  'zlib',
  'Phar',
  'tokenizer',
];

/**
 * Finds PHP 8 with the extensions of WordPress, and tests the configured isolation by running PHP in it. Returns the
 * reason when there is none, and never falls back to a weaker isolation.
 */
export async function findNativePhp(options: Options): Promise<NativePhp | { reason: string }> {
  const answer = await run(options.binary, [...QUIET, '-r', ASK_PHP]);
  if (answer === null) return { reason: 'no php command was found' };
  // The answer is the last line: extensions may print before it.
  const facts = parseJson(PhpFacts, answer.trimEnd().split('\n').at(-1) ?? '');
  if (facts === null) return { reason: `${options.binary} does not behave like PHP` };
  if (Number(facts.version.split('.')[0]) < 8) return { reason: `PHP ${facts.version} is older than 8.0` };
  const loaded = new Set(facts.extensions.map((name) => name.toLowerCase()));
  const missing = EXTENSIONS.filter((name) => !loaded.has(name.toLowerCase()));
  if (missing.length > 0) return { reason: `PHP ${facts.version} lacks ${missing.join(', ')}` };
  const root = process.getuid?.() === 0;
  const off = options.sandbox === 'off';
  const isolation: Isolation = off
    ? { kind: root ? 'uid' : 'none', root }
    : await bubblewrap(facts, root, options.seccomp);
  const problem = await tryIsolation(facts.binary, isolation, options);
  const buildNow = () => phpBuild(facts);
  if (problem === null)
    return {
      ...{ path: facts.binary, version: facts.version, extensions: facts.extensions },
      ...{ isolation, hasMysqli: loaded.has('mysqli'), build: await buildNow(), buildNow },
    };
  const advice = off
    ? 'Move the data folder where other users can reach it'
    : 'Install bubblewrap, or set SANDBOX=off to run hosted code without a sandbox';
  return { reason: `the sandbox does not work here (${problem}). ${advice}` };
}

async function bubblewrap(facts: PhpFacts, root: boolean, seccomp: string | null): Promise<Isolation> {
  const programs = [facts.binary, ...(root ? [await which('setpriv')] : [])].filter((file) => file !== null);
  return { kind: 'bwrap', root, seccomp, system: await findSystemFiles(facts, programs) };
}

async function which(program: string): Promise<string | null> {
  for (const folder of (minimalEnvironment()['PATH'] ?? '').split(':')) {
    const file = path.join(folder, program);
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return null;
}

async function run(file: string, args: string[]): Promise<string | null> {
  const env = { PATH: process.env['PATH'] ?? minimalEnvironment()['PATH'] ?? '' };
  const result = await runCommand({ file, args, env }, AbortSignal.timeout(10_000)).catch(() => null);
  return result?.code === 0 ? result.stdout : null;
}
