import { join } from 'node:path';
import { findChromium, installChromium } from './chromium.mjs';
import { NODE_24, ROOT } from './paths.mjs';
import { findPostgres, installPostgres, startPostgres } from './postgres.mjs';
import { runBrowserTests, runCheck, runJest, runNodeTests, testFiles } from './test-runners.mjs';

/** The routes that browsers carry must be those of the contract; they are written by a script and checked in. */
const ROUTES_CHECK = `
  import { readFileSync } from 'node:fs';
  import { minifyContractRouter } from '@orpc/contract';
  import { contract } from './src/contract.ts';
  if (readFileSync('src/routes.generated.json', 'utf8') !== JSON.stringify(minifyContractRouter(contract), null, 1) + '\\n') {
    console.error('shared/contract/src/routes.generated.json is not what the contract says; run: npx pnpm --filter @panel/contract routes');
    process.exit(1);
  }`;

const skipped = (why) => ({ passed: 0, failed: 0, skipped: 1, note: why });

/** What is hosted and how it is reached knows no database: once is enough. */
const ATTACKS = 'server/test/attack/';
const WITHOUT_DATABASE = ['server/test/hosting/', 'server/test/edge/', ATTACKS];

const inFolder = (file, ...folders) => folders.some((folder) => file.startsWith(folder));

/** Which stage a file named on the command line belongs to. */
export function stageOf(file) {
  if (inFolder(file, ATTACKS)) return 'attack';
  if (inFolder(file, 'server/test/')) return 'server';
  if (inFolder(file, 'shared/federation/')) return 'federation';
  if (inFolder(file, 'scripts/test/')) return 'tools';
  if (inFolder(file, 'scripts/outside/')) return 'outside';
  if (inFolder(file, 'e2e/')) return 'browser';
  if (/\.test\.tsx?$/.test(file)) return 'page';
  return undefined;
}

/**
 * All that `npm test` does, in order.
 * @param {{files: Map<string, string[]>, onLine: (stage: string) => (line: string) => void}} options `files` narrows a stage
 * @returns {import('./schedule.mjs').Stage[]}
 */
export function allStages({ files, onLine }) {
  const chosen = (stage, all) => files.get(stage) ?? all();
  const sourcesOf = (...folders) => folders.flatMap(testFiles);
  return [
    {
      name: 'types',
      title: 'Types',
      cost: 1,
      run: () => runCheck(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.json']),
    },
    { name: 'lint', title: 'Lint and boundaries', cost: 1, run: () => runCheck(NODE_24, ['scripts/lint.ts']) },
    {
      name: 'contract',
      title: 'Generated routes',
      cost: 1,
      run: () =>
        runCheck(NODE_24, ['--input-type=module', '--eval', ROUTES_CHECK], { cwd: join(ROOT, 'shared', 'contract') }),
    },
    {
      name: 'tools',
      title: 'Tests of the tools',
      cost: 1,
      run: () =>
        runNodeTests(
          chosen('tools', () => sourcesOf('scripts/test')),
          { concurrency: 1, onLine: onLine('tools') },
        ),
    },
    {
      name: 'build',
      title: 'Build',
      cost: 2,
      run: () => runCheck(NODE_24, ['scripts/build.ts'], { onLine: onLine('build') }),
    },
    {
      name: 'page',
      title: 'Unit and page tests',
      cost: 2,
      run: () =>
        runJest(
          chosen('page', () => []),
          { onLine: onLine('page') },
        ),
    },
    {
      name: 'server',
      title: 'Server on PGlite',
      cost: 2,
      after: ['build'],
      run: () =>
        runNodeTests(
          chosen('server', () =>
            sourcesOf('server/test', 'shared/contract/test').filter((file) => !inFolder(file, ATTACKS)),
          ),
          { env: { TEST_DATABASE_URL: '' }, onLine: onLine('server') },
        ),
    },
    {
      name: 'attack',
      title: 'Attack suite',
      cost: 2,
      after: ['build'],
      run: () =>
        runNodeTests(
          chosen('attack', () => sourcesOf('server/test/attack')),
          { env: { TEST_DATABASE_URL: '' }, onLine: onLine('attack') },
        ),
    },
    {
      name: 'postgres',
      title: 'Server on PostgreSQL',
      cost: 2,
      after: ['build'],
      run: () =>
        onPostgres(
          chosen(
            'postgres',
            () =>
              files.get('server') ?? sourcesOf('server/test').filter((file) => !inFolder(file, ...WITHOUT_DATABASE)),
          ),
          onLine('postgres'),
        ),
    },
    {
      name: 'federation',
      title: 'Federation',
      cost: 2,
      after: ['build'],
      run: () =>
        runNodeTests(
          chosen('federation', () => sourcesOf('shared/federation/test')),
          { concurrency: 1, env: { CHROMIUM_PATH: findChromium() ?? '' }, onLine: onLine('federation') },
        ),
    },
    {
      name: 'outside',
      title: 'Releases, and a remote from outside',
      cost: 2,
      after: ['build'],
      run: () =>
        runNodeTests(
          chosen('outside', () => sourcesOf('scripts/outside')),
          { concurrency: 1, env: { CHROMIUM_PATH: findChromium() ?? '' }, onLine: onLine('outside') },
        ),
    },
    {
      name: 'browser',
      title: 'Browser',
      cost: 2,
      after: ['build'],
      run: () =>
        inBrowser(
          chosen('browser', () => []),
          onLine('browser'),
        ),
    },
  ];
}

async function onPostgres(files, onLine) {
  const bin = findPostgres() ?? (await installPostgres(onLine));
  if (!bin)
    return skipped('NO POSTGRESQL on this machine, and none could be installed. Install the package "postgresql".');
  const database = await startPostgres(bin);
  try {
    return await runNodeTests(files, { env: { TEST_DATABASE_URL: database.url }, onLine });
  } finally {
    await database.stop();
  }
}

async function inBrowser(files, onLine) {
  const chromium = findChromium() ?? (await installChromium(onLine));
  if (!chromium)
    return skipped('NO CHROMIUM on this machine, and none could be installed. Install the package "chromium".');
  return runBrowserTests(
    files.map((file) => file.replace(/^e2e\//, '')),
    { chromium, onLine },
  );
}
