import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { environment, NODE_24, ROOT } from './paths.mjs';
import { run } from './processes.mjs';
import { SLOWER } from './slower.mjs';
import { programName, programText } from './together-program.mjs';

/**
 * `failures`: the tests that failed, each with its file; `reasons`: what each of them has thrown
 * @typedef {{passed: number, failed: number, skipped: number, files?: {file: string, ms: number}[], failures?: string[], reasons?: Record<string, string>, output?: string, note?: string}} Result
 * @typedef {{name: string, title: string, needsBuild?: boolean, run: (onLine: (line: string) => void) => Promise<Result>}} Stage
 */

/** Longer than any single test may take: a runner that prints nothing for so long hangs. Runs end for silence, not for length. */
const QUIET_MS = 7 * 60_000 * SLOWER;
/** Of a test file: it ends one that prints without end. */
const FILE_MS = 7 * 60_000 * SLOWER;
/** Of the hooks of one that shares a process; less than what is left of the time in which a runner may print nothing. */
const HOOKS_MS = 30_000 * SLOWER;
const QUIET = '--disable-warning=ExperimentalWarning';
/** Compile cache shared by the many processes of a test run: saves each half a second. */
const TESTING = { NODE_ENV: 'test', TZ: 'UTC', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled') };

const FILE_LIMIT = new URL('file-limit.mjs', import.meta.url).href;

const lastLines = (output) => output.trimEnd().split('\n').slice(-300).join('\n');

/** A check without a test runner counts as one test. */
export async function runCheck(file, args, cwd = ROOT) {
  const { code, output, timedOut } = await run(file, args, { cwd, env: environment(), quietMs: QUIET_MS });
  const note = timedOut ? { note: hung([], output) } : {};
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output: lastLines(output), ...note };
}

/**
 * Runs a test runner that writes a report. The run has failed if it ran nothing, exited with an error without naming a
 * failure, or was ended because it printed nothing for too long.
 * @param {(report: string) => readonly string[]} args arguments of node, for a path of the report
 * @param {(report: any) => Result} read the report's counts and the time of each file
 * @param {{cwd?: string, env?: object, timeoutMs?: number, quietMs?: number, onLine?: (line: string) => void, failing?: (output: string, report: any) => string, parse?: (text: string) => any, unfinished?: (text: string) => readonly string[]}} options
 * `parse` throws on an incomplete report; `unfinished`: the files that ran when the report was left incomplete
 * @returns {Promise<Result>}
 */
async function runReporting(args, read, options) {
  const { failing = lastLines, parse = JSON.parse, unfinished = () => [], env, ...more } = options;
  const folder = mkdtempSync(join(tmpdir(), 'panel-test-'));
  try {
    const file = join(folder, 'report.json');
    const { code, output, timedOut } = await run(NODE_24, [QUIET, ...args(file)], {
      ...{ cwd: ROOT, quietMs: QUIET_MS, ...more },
      env: environment({ ...TESTING, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...env }),
    });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    let result;
    try {
      const report = parse(text);
      result = { ...read(report), output: failing(output, report) };
    } catch {
      result = { passed: 0, failed: 0, skipped: 0, output, note: 'the runner left no report' };
    }
    if (timedOut) return { ...result, failed: result.failed + 1, note: hung(unfinished(text), output), output };
    if (code !== 0 && result.failed === 0)
      return { ...result, failed: 1, note: result.note ?? `the runner ended with code ${code}`, output };
    return result.passed + result.failed + result.skipped === 0
      ? { ...result, failed: 1, note: result.note ?? 'no test ran' }
      : result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hung = (files, output) =>
  files.length > 0
    ? `was ended: ${files.join(', ')} did not end`
    : `was ended, after the line: ${output.trimEnd().split('\n').at(-1)}`;

/** Files that run in one process. Each file more there saves a second: the import, and what V8 has compiled for others. */
const TOGETHER = 12;

/** What node runs: the files, and for each group of those that run together a program in a folder. */
function programsOf(files, { isTogether, folder, ...limits }) {
  const together = files.filter(isTogether);
  const groups = Array.from({ length: Math.ceil(together.length / TOGETHER) }, (_, index) =>
    together.slice(index * TOGETHER, (index + 1) * TOGETHER),
  );
  const programs = groups.map((group, index) => {
    const program = join(folder, programName(index));
    writeFileSync(program, programText(group, limits));
    return program;
  });
  return [...files.filter((file) => !isTogether(file)), ...programs];
}

/**
 * Node's own runner.
 * @param {readonly string[]} files
 * @param {{env?: Record<string, string>, flags?: readonly string[], concurrency?: number, timeoutMs?: number, quietMs?: number, testTimeoutMs?: number, hooksMs?: number, isTogether?: (file: string) => boolean, onLine?: (line: string) => void}} options
 * `flags` are those of node for each file; `isTogether`: files that share processes with others, by default none
 */
export function runNodeTests(
  files,
  {
    concurrency = 2,
    testTimeoutMs = FILE_MS,
    hooksMs = HOOKS_MS,
    flags = [],
    isTogether = () => false,
    ...options
  } = {},
) {
  if (files.length === 0) return Promise.resolve({ passed: 0, failed: 1, skipped: 0, note: 'no test file found' });
  const args = (report) => [
    ...flags,
    '--import',
    FILE_LIMIT,
    '--test',
    `--test-concurrency=${concurrency}`,
    // Node's limit is one of processes. Where several files share one, each file has its own (run-together.mjs, file-limit.mjs).
    `--test-timeout=${testTimeoutMs * (files.some(isTogether) ? TOGETHER : 1)}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(ROOT, 'scripts', 'lib', 'count-reporter.mjs')}`,
    `--test-reporter-destination=${report}`,
    ...programsOf(files, { isTogether, folder: dirname(report), testMs: testTimeoutMs, hooksMs }),
  ];
  const parse = (text) => linesOf(text).find((line) => line.counts).counts;
  const read = ({ empty, failed, ...counts }) => ({
    ...counts,
    failed: failed + empty.length,
    ...(empty.length > 0 ? { note: `no test in ${empty.join(', ')}` } : {}),
  });
  const unfinished = (text) => {
    const ended = new Set(linesOf(text).map((line) => line.ended));
    return linesOf(text).flatMap(({ began }) => (began && !ended.has(began) ? [began] : []));
  };
  const failing = (output) => output.slice(Math.max(0, output.lastIndexOf('✖ failing tests:')));
  const env = { ...options.env, TEST_FILE_LIMIT_MS: String(testTimeoutMs) };
  return runReporting(args, read, { quietMs: testTimeoutMs + 60_000, ...options, env, failing, parse, unfinished });
}

/** The lines of a report of `count-reporter.mjs`; the last one is incomplete when the runner was killed. */
const linesOf = (text) =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });

/** So many page test files run one after another. */
const ALONE = 5;

/** Jest: unit tests and pages. */
export function runJest(files, options = {}) {
  // Few files are those of a second run, which have the machine for themselves, or of somebody who looks at them.
  const alone = files.length > 0 && files.length <= ALONE ? ['--runInBand'] : [];
  const args = (report) => [
    'node_modules/jest/bin/jest.js',
    ...['--ci', '--json', `--outputFile=${report}`, ...alone, ...files],
  ];
  const read = (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(ROOT, name),
      ms: endTime - startTime,
    })),
    failures: report.testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        // A file that could not be loaded has no tests.
        return failed.length > 0
          ? failed.map(({ fullName }) => `${relative(ROOT, name)}: ${fullName}`)
          : [relative(ROOT, name)];
      }),
    reasons: Object.fromEntries(
      report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => [`${relative(ROOT, name)}: ${fullName}`, failureMessages[0] ?? '']),
      ),
    ),
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

/** Tests below a suite of Playwright's report that failed, or passed only when they were tried again; with the reason. */
const failedIn = ({ specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, title, tests }) => [
      `e2e/${file}: ${title}`,
      tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))[0] ?? '',
    ]),
  ...suites.flatMap(failedIn),
];

/** Playwright against the built product. */
export function runBrowserTests(files, { chromium, ...options }) {
  const names = files.map((file) => file.replace(/^e2e\//, ''));
  const args = () => [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...names];
  const read = ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    files: suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: spent(suite) })),
    failures: suites.flatMap(failedIn).map(([name]) => name),
    reasons: Object.fromEntries(suites.flatMap(failedIn)),
  });
  const env = {
    ...{ CHROMIUM_PATH: chromium, FORCE_COLOR: '0', NODE_ENV: undefined },
    TRACE: files.length > 0 ? 'on' : 'off',
  };
  return runReporting(args, read, { ...options, cwd: join(ROOT, 'e2e'), env });
}
