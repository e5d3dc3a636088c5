import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { environment, NODE_24, ROOT } from './paths.mjs';
import { run } from './processes.mjs';

/**
 * @typedef {{passed: number, failed: number, skipped: number, files?: {file: string, ms: number}[], output?: string, note?: string}} Result
 * @typedef {{name: string, title: string, needsBuild?: boolean, run: () => Promise<Result>}} Stage
 */

const TIMEOUT_MS = 12 * 60_000;
const QUIET = '--disable-warning=ExperimentalWarning';
/** Compile cache shared by the many processes of a test run: saves each half a second. */
const TESTING = { NODE_ENV: 'test', TZ: 'UTC', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled') };

const lastLines = (output) => output.trimEnd().split('\n').slice(-300).join('\n');

/** A check without a test runner counts as one test. */
export async function runCheck(file, args, cwd = ROOT) {
  const { code, output } = await run(file, args, { cwd, env: environment() });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output: lastLines(output) };
}

/**
 * Runs a test runner that writes a report. The run has failed if it ran nothing, or exited with an error without
 * naming a failure.
 * @param {(report: string) => readonly string[]} args arguments of node, for a path of the report
 * @param {(report: any) => Result} read the report's counts and the time of each file
 * @param {{cwd?: string, env?: object, timeoutMs?: number, onLine?: (line: string) => void, failing?: (output: string, report: any) => string}} options
 * @returns {Promise<Result>}
 */
async function runReporting(args, read, { cwd = ROOT, env, timeoutMs = TIMEOUT_MS, onLine, failing = lastLines }) {
  const folder = mkdtempSync(join(tmpdir(), 'panel-test-'));
  try {
    const file = join(folder, 'report.json');
    const options = {
      cwd,
      env: environment({ ...TESTING, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env }),
      timeoutMs,
      onLine,
    };
    const { code, output, timedOut } = await run(NODE_24, [QUIET, ...args(file)], options);
    let report;
    try {
      report = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return {
        passed: 0,
        failed: 1,
        skipped: 0,
        output,
        note: timedOut ? 'took too long and was ended' : 'the runner left no report',
      };
    }
    const result = { ...read(report), output: failing(output, report) };
    if (timedOut) return { ...result, failed: result.failed + 1, note: 'took too long and was ended', output };
    if (code !== 0 && result.failed === 0)
      return { ...result, failed: 1, note: `the runner ended with code ${code}`, output };
    return result.passed + result.failed + result.skipped === 0
      ? { ...result, failed: 1, note: 'no test ran' }
      : result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Node's own runner.
 * @param {readonly string[]} files
 * @param {{env?: Record<string, string>, flags?: readonly string[], concurrency?: number, timeoutMs?: number, testTimeoutMs?: number, onLine?: (line: string) => void}} options
 * `flags` are those of node for each file
 */
export function runNodeTests(files, { concurrency = 2, testTimeoutMs = 180_000, flags = [], ...options } = {}) {
  if (files.length === 0) return Promise.resolve({ passed: 0, failed: 1, skipped: 0, note: 'no test file found' });
  const args = (report) => [
    ...flags,
    '--test',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${testTimeoutMs}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(ROOT, 'scripts', 'lib', 'count-reporter.mjs')}`,
    `--test-reporter-destination=${report}`,
    ...files,
  ];
  const read = ({ empty, failed, ...counts }) => ({
    ...counts,
    failed: failed + empty.length,
    ...(empty.length > 0 ? { note: `no test in ${empty.join(', ')}` } : {}),
  });
  const failing = (output) => output.slice(Math.max(0, output.lastIndexOf('✖ failing tests:')));
  return runReporting(args, read, { ...options, failing });
}

/** Jest: unit tests and pages. */
export function runJest(files, options = {}) {
  const args = (report) => ['node_modules/jest/bin/jest.js', '--ci', '--json', `--outputFile=${report}`, ...files];
  const read = (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
  });
  const failing = (_, { testResults }) =>
    testResults
      .map(({ message }) => message)
      .filter(Boolean)
      .join('\n');
  return runReporting(args, read, { ...options, failing });
}

/** Milliseconds of all tests below a suite of Playwright's report. */
const spent = ({ specs = [], suites = [] }) =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
    .reduce((sum, ms) => sum + ms, 0) + suites.reduce((sum, suite) => sum + spent(suite), 0);

/** Playwright against the built product. */
export function runBrowserTests(files, { chromium, ...options }) {
  const names = files.map((file) => file.replace(/^e2e\//, ''));
  const args = () => [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...names];
  const read = ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    files: suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: spent(suite) })),
  });
  const env = { CHROMIUM_PATH: chromium, FORCE_COLOR: '0', NODE_ENV: undefined };
  return runReporting(args, read, { ...options, cwd: join(ROOT, 'e2e'), env });
}
