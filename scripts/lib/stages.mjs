import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCampaign } from './campaigns.mjs';
import { findChromium, installChromium } from './chromium.mjs';
import { NODE_24, ROOT } from './paths.mjs';
import { findPostgres, installPostgres, startPostgres } from './postgres.mjs';
import { databasesOf } from './test-databases.mjs';
import { runBrowserTests, runCheck, runJest, runNodeTests } from './test-runners.mjs';

/** The routes in the browser bundle must match the contract; a script writes them and they are checked in. */
const ROUTES_CHECK = `
  import { readFileSync } from 'node:fs';
  import { routesText } from './scripts/routes-text.ts';
  if (readFileSync('src/routes.generated.json', 'utf8') !== routesText()) {
    console.error('shared/contract/src/routes.generated.json is outdated; run: npx pnpm --filter @panel/contract routes');
    process.exit(1);
  }`;

/** The same for the commands of the command line. */
const COMMANDS_CHECK = `
  import { readFileSync } from 'node:fs';
  import { commandsText } from './scripts/commands-text.ts';
  if (readFileSync('src/commands.generated.json', 'utf8') !== commandsText()) {
    console.error('shared/cli/src/commands.generated.json is outdated; run: npx pnpm --filter @panel/cli commands');
    process.exit(1);
  }`;

/** Runs a script inside of a package below shared/. */
const checkIn = (name, script) =>
  runCheck(NODE_24, ['--input-type=module', '--eval', script], join(ROOT, 'shared', name));

/** Where the tests of each stage are; the first match decides, all other files are unit and page tests. */
const FOLDERS = {
  attack: 'server/test/attack/',
  server: 'server/test/',
  federation: 'shared/federation/test/',
  tools: 'scripts/test/',
  outside: 'scripts/outside/',
  browser: 'e2e/',
};

/**
 * V8 compiles the WebAssembly of PGlite once more with its optimising compiler, which takes longer than most test files
 * run. Processes that tests start, such as php-wasm, do not inherit this.
 */
const BASELINE_WASM = '--liftoff-only';
/** The compiler has four by default: each infers anew what others know, which pays only where a processor is free for it. */
const CHECKERS = String(Math.min(4, cpus().length));
/** Test files at once where two leave a third of two processors unused, because they wait for other processes. */
const WAITING = 3;
/** For test files that import the server. */
const QUICK_IMPORT = ['quick-resolution.mjs', 'quick-tests.mjs'].flatMap((name) => [
  '--import',
  pathToFileURL(join(ROOT, 'scripts', 'lib', name)).href,
]);
/** Server tests that share processes: most take no longer than the import of the server. */
const TOGETHER =
  /^server\/test\/(?:account|announcement|api-docs|api-token|app|audit|backup|cdn|cli|customer|database|db|dns|doctor|domain|edge|extension|github-app|health|help|http|import|lib|license|login-provider|member|metrics|notification|overview|partner|payment|release|report|reseller|security|seed|session|site|site-access|site-builder|site-source|staff|status-page|storage|submission|tasks|team|tls|user|view|web)\//;
/** What tests that start PHP or other panels import; these keep processes of their own. */
const STARTS_PROGRAMS = /\/(?:hosting-support|process-support|demo-panel)\.ts'/;

const isTest = (name) => /\.(?:test\.tsx?|spec\.ts)$/.test(name);

/** The test files at a path relative to the root: the file itself, or all below it. Node 20 has no glob. */
export function testFiles(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return isTest(path) ? [path] : [];
  const names = readdirSync(full).filter((name) => name !== 'node_modules' && name !== 'dist');
  return names.flatMap((name) => testFiles(join(path, name))).sort();
}

/** The stage of a test file. */
export const stageOf = (file) => Object.entries(FOLDERS).find(([, folder]) => file.startsWith(folder))?.[0] ?? 'page';

const isTogether = (file) => TOGETHER.test(file) && !STARTS_PROGRAMS.test(readFileSync(join(ROOT, file), 'utf8'));

/** Whether a server test runs on a database, `postgres` or `pglite`. */
export const isOn = (database, file) => databasesOf(readFileSync(join(ROOT, file), 'utf8')).includes(database);

/** The test files of a stage: those that are named, or all but the campaign. @param {Map<string, string[]>} files */
export const filesOf = (stage, files) =>
  files.get(stage) ?? testFiles(FOLDERS[stage]).filter((file) => stageOf(file) === stage && !isCampaign(file));

/** The test files of the campaign. */
export const campaignFiles = () =>
  Object.values(FOLDERS)
    .flatMap((folder) => testFiles(folder))
    .filter((file, index, all) => all.indexOf(file) === index && isCampaign(file));

const skipped = (why) => ({ passed: 0, failed: 0, skipped: 1, note: why });

/**
 * All that `npm test` does: rows one after another, the stages of a row at the same time, and a list in a row one by
 * one. `needsBuild` ones do not run when the build has failed.
 * @param {Map<string, string[]>} files narrows stages
 * @returns {(import('./test-runners.mjs').Stage | import('./test-runners.mjs').Stage[])[][]}
 */
export function allStages(files) {
  const chosen = (stage) => filesOf(stage, files);
  const server = (database) => chosen('server').filter((file) => isOn(database, file));
  const node = (stage, options) => (onLine) => runNodeTests(chosen(stage), { ...options, onLine });
  const withChromium = { CHROMIUM_PATH: findChromium() ?? '' };
  const onPglite = { env: { TEST_DATABASE_URL: '' }, flags: [BASELINE_WASM, ...QUICK_IMPORT] };
  return [
    [
      {
        name: 'types',
        title: 'Types',
        run: () => runCheck(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.json', '--checkers', CHECKERS]),
      },
      { name: 'lint', title: 'Lint and boundaries', run: () => runCheck(NODE_24, ['scripts/lint.ts']) },
      {
        name: 'contract',
        title: 'Generated routes and commands',
        run: async () => {
          const routes = await checkIn('contract', ROUTES_CHECK);
          return routes.failed > 0 ? routes : checkIn('cli', COMMANDS_CHECK);
        },
      },
    ],
    // Neither page tests nor the build need the other.
    [
      { name: 'build', title: 'Build', run: () => runCheck(NODE_24, ['scripts/build.ts']) },
      {
        name: 'page',
        title: 'Unit and page tests',
        run: (onLine) =>
          onPostgres(onLine, (url) => runJest(files.get('page') ?? [], { env: { TEST_DATABASE_URL: url }, onLine })),
      },
    ],
    // Server tests wait for programs that they start, and the list beside them works alone for a while. The stages in it
    // start the panel, which would build it without a build.
    [
      {
        name: 'server',
        title: 'Server on PostgreSQL',
        needsBuild: true,
        run: (onLine) =>
          onPostgres(onLine, (url) =>
            url
              ? runServer(server('postgres'), { env: { TEST_DATABASE_URL: url }, flags: QUICK_IMPORT, onLine })
              : runServer(chosen('server'), { ...onPglite, onLine }),
          ),
      },
      [
        {
          name: 'federation',
          title: 'Federation',
          needsBuild: true,
          run: node('federation', { env: withChromium, flags: QUICK_IMPORT, concurrency: 1 }),
        },
        {
          name: 'outside',
          title: 'Releases, and a remote from outside',
          needsBuild: true,
          run: node('outside', { env: withChromium, flags: [BASELINE_WASM, ...QUICK_IMPORT], concurrency: 1 }),
        },
        { name: 'tools', title: 'Tests of the tools', run: node('tools', { flags: QUICK_IMPORT, concurrency: 1 }) },
      ],
    ],
    // Attacks wait for most of their time; browsers do not.
    [
      {
        name: 'attack',
        title: 'Attack suite',
        needsBuild: true,
        // What the loop of the panel works is measured there, without the work of a database in the same process.
        run: (onLine) =>
          onPostgres(onLine, (url) =>
            runNodeTests(chosen('attack'), {
              ...(url ? { env: { TEST_DATABASE_URL: url }, flags: [BASELINE_WASM, ...QUICK_IMPORT] } : onPglite),
              onLine,
            }),
          ),
      },
      {
        name: 'pglite',
        title: 'Server on PGlite',
        needsBuild: true,
        run: (onLine) => runServer(server('pglite'), { ...onPglite, onLine }),
      },
    ],
    [
      {
        name: 'browser',
        title: 'Browser',
        needsBuild: true,
        run: (onLine) => inBrowser(files.get('browser') ?? [], onLine),
      },
    ],
  ];
}

const runServer = (files, options) =>
  files.length === 0
    ? Promise.resolve({ passed: 0, failed: 0, skipped: 0 })
    : runNodeTests(files, { ...options, isTogether, concurrency: WAITING });

/** Tests need a third to a half of the processor there that they need on PGlite, which runs in their own process. */
async function onPostgres(onLine, run) {
  const bin = findPostgres() ?? (await installPostgres(onLine));
  if (!bin) {
    const result = await run('');
    return {
      ...result,
      note: 'NO POSTGRESQL on this machine, so they ran on PGlite. Install the package "postgresql".',
    };
  }
  const database = await startPostgres(bin);
  try {
    return await run(database.url);
  } finally {
    await database.stop();
  }
}

async function inBrowser(files, onLine) {
  const chromium = findChromium() ?? (await installChromium(onLine));
  if (!chromium)
    return skipped('NO CHROMIUM on this machine, and none could be installed. Install the package "chromium".');
  return runBrowserTests(files, { chromium, onLine });
}
