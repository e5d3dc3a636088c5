import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, NODE_24, ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/** Files below `folder` (relative to the root) that end with `.test.ts`; Node 20 has no glob of its own. */
export function testFiles(folder) {
  const found = [];
  const walk = (relative) => {
    for (const entry of readdirSync(join(ROOT, relative), { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue;
      const path = `${relative}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.name.endsWith('.test.ts')) found.push(path);
    }
  };
  if (existsSync(join(ROOT, folder))) walk(folder);
  return found.sort();
}

async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'panel-test-'));
  const file = join(folder, 'report.json');
  try {
    const { code, output, timedOut } = await work(file);
    let report;
    try {
      report = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      report = undefined;
    }
    return { code, output, timedOut, report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A runner that says nothing failed although it ended badly, or that ran nothing, has failed. */
function settle({ code, output, timedOut, report }, counts, failing) {
  const { passed, failed, skipped } = counts;
  const result = { passed, failed, skipped, output: failing(output) };
  if (!report) return { ...result, failed: Math.max(1, failed), note: 'the runner left no report', output };
  if (timedOut) return { ...result, failed: failed + 1, note: 'took too long and was ended', output };
  if (code !== 0 && failed === 0) return { ...result, failed: 1, note: `the runner ended with code ${code}`, output };
  if (passed + failed + skipped === 0) return { ...result, failed: 1, note: 'no test ran' };
  return result;
}

const tail = (lines) => (output) => output.trimEnd().split('\n').slice(-lines).join('\n');

/** A check that is not a test runner counts as one test. */
export async function runCheck(file, args, options = {}) {
  const { code, output } = await run(file, args, { cwd: ROOT, ...options, env: environment(options.env) });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output: tail(150)(output) };
}

/**
 * Node's own runner.
 * @param {readonly string[]} files
 * @param {{env?: Record<string, string>, concurrency?: number, timeoutMs?: number, testTimeoutMs?: number, onLine?: (line: string) => void}} options
 */
export function runNodeTests(
  files,
  { env, concurrency = 2, timeoutMs = 12 * 60_000, testTimeoutMs = 180_000, onLine } = {},
) {
  if (files.length === 0) return Promise.resolve({ passed: 0, failed: 1, skipped: 0, note: 'no test file found' });
  return withReport((report) =>
    run(
      NODE_24,
      [
        '--disable-warning=ExperimentalWarning',
        '--test',
        `--test-concurrency=${concurrency}`,
        `--test-timeout=${testTimeoutMs}`,
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        `--test-reporter=${join(ROOT, 'scripts', 'lib', 'count-reporter.mjs')}`,
        `--test-reporter-destination=${report}`,
        ...files,
      ],
      { cwd: ROOT, env: environment({ NODE_ENV: 'test', TZ: 'UTC', ...env }), timeoutMs, onLine },
    ),
  ).then((outcome) => {
    const { passed = 0, failed = 0, skipped = 0, empty = [] } = outcome.report ?? {};
    const failing = (output) => output.slice(Math.max(0, output.lastIndexOf('✖ failing tests:')));
    const result = settle(outcome, { passed, failed: failed + empty.length, skipped }, failing);
    return empty.length > 0 ? { ...result, note: `no test in ${empty.join(', ')}` } : result;
  });
}

/** Jest: unit tests and pages. */
export function runJest(files, { timeoutMs = 12 * 60_000, onLine } = {}) {
  return withReport((report) =>
    run(
      NODE_24,
      [
        '--disable-warning=ExperimentalWarning',
        join('node_modules', 'jest', 'bin', 'jest.js'),
        '--ci',
        '--json',
        `--outputFile=${report}`,
        ...files,
      ],
      { cwd: ROOT, env: environment({ NODE_ENV: 'test', TZ: 'UTC' }), timeoutMs, onLine },
    ),
  ).then((outcome) => {
    const {
      numPassedTests: passed = 0,
      numFailedTests = 0,
      numPendingTests = 0,
      numTodoTests = 0,
      numRuntimeErrorTestSuites = 0,
      testResults = [],
    } = outcome.report ?? {};
    const failing = () =>
      testResults
        .filter(({ status }) => status === 'failed')
        .map(({ message }) => message)
        .join('\n');
    return settle(
      outcome,
      { passed, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests + numTodoTests },
      failing,
    );
  });
}

/** Playwright against the built product. */
export function runBrowserTests(files, { chromium, timeoutMs = 12 * 60_000, onLine } = {}) {
  return withReport((report) =>
    run(NODE_24, [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json', ...files], {
      cwd: join(ROOT, 'e2e'),
      env: environment({ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report, TZ: 'UTC', FORCE_COLOR: '0' }),
      timeoutMs,
      onLine,
    }),
  ).then((outcome) => {
    const { stats = {}, errors = [] } = outcome.report ?? {};
    const failed = (stats.unexpected ?? 0) + (stats.flaky ?? 0) + errors.length;
    return settle(outcome, { passed: stats.expected ?? 0, failed, skipped: stats.skipped ?? 0 }, tail(300));
  });
}
