import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { environment, NODE_24, ROOT } from './paths.mjs';
import { PlainError } from './plain-error.mjs';

const MAIN = 'main';
/** What every test depends on. */
const EVERYTHING = /^(?:package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|tsconfig\.json|patches\/.*)$/;
/** Read by the server when it starts, imported by nothing. */
const MIGRATIONS = /^server\/migrations\//;
const MIGRATED_BY = 'server/src/db/migrate.ts';
const MODULE = /^server\/src\/(?:modules|platform)\/([^/]+)\//;
/** They import all modules to start a server: through them, each test reaches each module. */
const STARTS_ALL = ['/server/src/panel.ts', '/server/src/modules/index.ts', '/server/test/http/harness.ts'];
const FEATURE = /^(mf-[^/]+)\/src\/features\/[^/]+\//;
/** It imports all pages of a remote: through it, each page's test reaches each page. */
const ALL_PAGES = '/mf-[^/]+/src/pages\\.ts$';
/** Folders with the tests of a module that are called neither like it nor like the beginning of its name. */
const TESTED_IN = {
  certificate: 'tls',
  github: 'site-source',
  mail: 'session',
  openapi: 'contract',
  registry: 'release',
  task: 'tasks',
  vulnerability: 'extension',
};

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();

/** On a branch: what it changes. On the main one: what is not committed, or else the last commit. */
function baseOf() {
  const head = git('rev-parse', 'HEAD');
  let shared = head;
  try {
    shared = git('merge-base', 'HEAD', MAIN);
  } catch {
    // There is no such branch.
  }
  if (shared !== head || git('status', '--porcelain') !== '') return shared;
  return git('rev-parse', 'HEAD~1');
}

/**
 * Files that differ from a commit, with those that git does not know yet.
 * @param {string | undefined} since by default where this branch left the main one
 */
export function changedFiles(since) {
  try {
    const names = [
      git('diff', '--name-only', '--no-renames', since ?? baseOf()),
      git('ls-files', '--others', '--exclude-standard'),
    ];
    return [...new Set(names.join('\n').split('\n').filter(Boolean))].sort();
  } catch (error) {
    throw new PlainError(`git cannot say what has changed: ${String(error.stderr ?? error.message).trim()}`);
  }
}

/** All tests whose imports lead to one of the files, whichever runner they have. Jest knows the imports. */
function testsOf(files, isCut) {
  if (files.length === 0) return [];
  const args = ['--listTests', '--findRelatedTests', ...files.map((file) => join(ROOT, file))];
  const config = ['--config', 'scripts/jest/graph.config.mjs'];
  const cut = isCut ? ['--modulePathIgnorePatterns', '/dist/', ...STARTS_ALL, ALL_PAGES] : [];
  const output = execFileSync(NODE_24, ['node_modules/jest/bin/jest.js', ...config, ...cut, ...args], {
    ...{ cwd: ROOT, encoding: 'utf8', env: environment({ NODE_ENV: 'test' }), maxBuffer: 64 * 1024 * 1024 },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\n').flatMap((line) => (line ? [relative(ROOT, line)] : []));
}

/** The folder of server tests that belongs to a module: called like it, or like the beginning of its name. */
function folderOf(module) {
  for (let name = TESTED_IN[module] ?? module; name; name = name.replace(/-?[^-]*$/, ''))
    if (existsSync(join(ROOT, 'server/test', name))) return `server/test/${name}`;
  return null;
}

/**
 * The tests that a change can break: those whose imports lead to it. Of a module of the server, these are the tests that
 * use it directly, and those of its folder; what only starts a server with all modules does not count. Of a page, these are
 * the tests that use it directly, those of its folder, and the one that opens every page of the remote.
 * @param {readonly string[]} changed relative to the root
 * @param {(path: string) => string[]} filesIn the tests in a folder
 * @returns {string[] | null} null: all of them
 */
export function testsReaching(changed, filesIn) {
  if (changed.some((file) => EVERYTHING.test(file))) return null;
  const [migrations, others] = [
    changed.filter((file) => MIGRATIONS.test(file)),
    changed.filter((file) => !MIGRATIONS.test(file) && existsSync(join(ROOT, file))),
  ];
  const base = migrations.length > 0 ? [MIGRATED_BY] : [];
  const modules = others.filter((file) => MODULE.test(file));
  const pages = others.filter((file) => FEATURE.test(file));
  const folders = new Set([
    ...modules.map((file) => folderOf(MODULE.exec(file)?.[1])).filter(Boolean),
    ...pages.flatMap((file) => {
      const [folder, remote] = FEATURE.exec(file) ?? [];
      return [folder.slice(0, -1), `${remote}/src/every-page.page.test.ts`];
    }),
  ]);
  const cut = new Set([...modules, ...pages]);
  return [
    ...new Set([
      ...testsOf(
        [...base, ...others.filter((file) => !cut.has(file) && /\.(?:[cm]?[jt]sx?|json|css)$/.test(file))],
        false,
      ),
      ...testsOf([...cut], true),
      ...[...folders].flatMap(filesIn),
    ]),
  ].sort();
}
