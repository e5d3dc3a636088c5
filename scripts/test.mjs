import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { changedFiles, testsReaching } from './lib/changed-tests.mjs';
import { openMemoryFolder } from './lib/memory-folder.mjs';
import { ROOT } from './lib/paths.mjs';
import { PlainError } from './lib/plain-error.mjs';
import { endAll, ended, endWithSignals, start } from './lib/processes.mjs';
import { runRows } from './lib/run-rows.mjs';
import { runAgain } from './lib/second-run.mjs';
import { slowDown } from './lib/slow-processor.mjs';
import { allStages, campaignFiles, isOn, stageOf, testFiles } from './lib/stages.mjs';
import { createProgress, duration } from './lib/terminal.mjs';

const HELP = `Runs everything that is checked about the panel.

  npm test                                  all stages
  npm test -- --only server,page            some of them
  npm test -- server/test/http/x.test.ts    one file, in the stage it belongs to
  npm test -- server/test/http              the files of a folder
  npm test -- --changed                     types, lint and the tests that reach what this branch changes
  npm test -- --changed --since HEAD~3      what was changed since a commit
  npm test -- --campaign                    what repeats at many places, or for long, what the others show at one
  npm test -- --slow 4                      with a quarter of the processor (Linux, as root)
  npm test -- --list                        names of the stages
`;

const counts = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        only: { type: 'string' },
        slow: { type: 'string' },
        changed: { type: 'boolean' },
        campaign: { type: 'boolean' },
        since: { type: 'string' },
        list: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    const files = positionals.flatMap((given) => {
      const found = testFiles(relative(ROOT, given));
      if (found.length > 0) return found;
      throw new PlainError(
        `${given} is neither a test file nor a folder with tests. They end in .test.ts, .test.tsx or .spec.ts.`,
      );
    });
    const only = values.only
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    return { ...values, only, files };
  } catch (error) {
    if (error instanceof PlainError) throw error;
    throw new PlainError(`${error.message.split('\n')[0]} See npm test -- --help.`);
  }
}

/** The result of each stage with its time, and the slowest files. */
function summarise(results) {
  process.stdout.write('\nSummary\n');
  for (const { title, ms, note, ...result } of results) {
    const said = note ? `  ${result.failed > 0 ? '' : '!!! '}${note}` : '';
    process.stdout.write(`  ${title.padEnd(22)} ${counts(result).padEnd(38)} ${duration(ms).padStart(12)}${said}\n`);
    const slowest = (result.files ?? []).toSorted((a, b) => b.ms - a.ms).slice(0, 8);
    for (const { file, ms: took } of slowest) process.stdout.write(`    ${duration(took).padStart(12)}  ${file}\n`);
  }
}

const REASON_LENGTH = 400;
/** A reason in one line. */
const short = (reason = '') => stripVTControlCharacters(reason).replace(/\s+/g, ' ').trim().slice(0, REASON_LENGTH);

/** The last lines of a run name what failed, and why: often they are all that is kept of it. */
function nameFailures(results) {
  const say = (word, { title, reasons = {} }, name) =>
    process.stdout.write(`${word}  ${title}: ${name}\n${reasons[name] ? `        ${short(reasons[name])}\n` : ''}`);
  for (const result of results.filter(({ failed }) => failed > 0))
    for (const name of result.failures?.length ? result.failures : [result.note ?? 'see its output above'])
      say('FAILED', result, name);
  for (const result of results)
    for (const name of result.unstable ?? []) say('UNSTABLE, passed when it ran alone', result, name);
}

/** Prints every 30 s which stages run, with the last line of each and its age. */
function watchRunning(print) {
  const running = new Map();
  const timer = setInterval(() => {
    for (const [title, { line, at }] of running)
      print(
        `${title} … still running (${line ? `${duration(Date.now() - at)} ago: ${line.slice(0, 100)}` : 'no line yet'})`,
      );
  }, 30_000);
  return {
    begin: (title) => void running.set(title, { line: '', at: Date.now() }),
    line: (title, line) => void (line && running.set(title, { line, at: Date.now() })),
    end: (title) => void running.delete(title),
    stop: () => clearInterval(timer),
  };
}

/** What the test files of this run prepare once and share (server/test/hosting/create-once.ts). */
function openRunFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'panel-run-'));
  // Users of sites have their files in it.
  chmodSync(folder, 0o711);
  process.env.TEST_RUN_FOLDER = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** For this process and all that it starts, unless somebody has chosen a folder. */
function keepTemporaryFilesInMemory(print) {
  const folder = process.env.TMPDIR ? null : openMemoryFolder();
  if (!folder) return;
  process.env.TMPDIR = folder.path;
  process.once('exit', folder.remove);
  print(`Temporary files are in memory, in ${folder.path}`);
}

function groupedByStage(files) {
  const stages = [...new Set(files.map(stageOf))];
  return new Map(stages.map((stage) => [stage, files.filter((file) => stageOf(file) === stage)]));
}

/** Stages of the server's tests, with their databases. */
const SERVER_STAGES = Object.entries({ server: 'postgres', pglite: 'pglite' });

/** The stages that run some of the files. */
const stagesOf = (files) =>
  [...files].flatMap(([stage, ofStage]) =>
    stage === 'server'
      ? SERVER_STAGES.filter(([, database]) => ofStage.some((file) => isOn(database, file))).map(([name]) => name)
      : [stage],
  );

/** The stages and files of `--campaign`. */
function selectCampaign() {
  const files = groupedByStage(campaignFiles());
  return { only: ['build', ...stagesOf(files)], files };
}

/** Stages that need nothing that takes long, and find in seconds what a change breaks anywhere. */
const ALWAYS = ['types', 'lint', 'contract'];
/** They start the built product. */
const BUILT = ['federation', 'outside'];

/** The stages and files of `--changed`, without journeys in a browser. */
function selectChanged(since, print) {
  const changed = changedFiles(since);
  const tests = testsReaching(changed, testFiles);
  if (tests === null) {
    print('What every test depends on has changed: all of them run');
    return { only: null, files: new Map() };
  }
  const files = groupedByStage(tests.filter((file) => stageOf(file) !== 'browser'));
  print(`${changed.length} changed files are reached by ${tests.length} test files`);
  const stages = stagesOf(files);
  const more = stages.some((stage) => BUILT.includes(stage)) ? ['build'] : [];
  return { only: [...ALWAYS, ...stages, ...more], files };
}

/** Runs all of it again with a part of the processor. Ends with the code of that run. */
async function runSlowly(times) {
  if (!(times >= 1)) throw new PlainError('--slow needs how many times slower, such as --slow 4.');
  const given = process.argv.slice(2);
  const at = given.findIndex((one) => one.startsWith('--slow'));
  const rest = given.toSpliced(at, given[at].includes('=') ? 1 : 2);
  const undo = slowDown(times);
  endWithSignals({ graceMs: 10_000 });
  const env = { ...process.env, TEST_SLOWER: String(times) };
  const { code } = await ended(start(process.execPath, [process.argv[1], ...rest], { env, stdio: 'inherit' }));
  undo();
  process.exit(code);
}

async function main() {
  const given = readArguments();
  const { list, help, slow } = given;
  if (help) return void process.stdout.write(HELP);
  if (slow !== undefined) return runSlowly(Number(slow));
  const progress = createProgress({ tty: false });
  const all = allStages(new Map()).flat(2);
  if (list)
    return void process.stdout.write(`${all.map(({ name, title }) => `${name.padEnd(12)} ${title}`).join('\n')}\n`);
  const unknown = given.only?.find((name) => !all.some((stage) => stage.name === name));
  if (unknown)
    throw new PlainError(`There is no stage "${unknown}". Stages: ${all.map(({ name }) => name).join(', ')}.`);
  endWithSignals({ graceMs: 5000 });
  await bootstrap(progress);
  const files = groupedByStage(given.files);
  const chosen = given.campaign
    ? selectCampaign()
    : given.changed
      ? selectChanged(given.since, progress.line)
      : { only: given.only ?? (files.size > 0 ? stagesOf(files) : null), files };
  const { only } = chosen;
  const rows = allStages(chosen.files);
  // Browser tests run the built product, so they include the build.
  const wanted = only && new Set(only.includes('browser') ? [...only, 'build'] : only);

  keepTemporaryFilesInMemory(progress.line);
  openRunFolder();
  const running = watchRunning(progress.line);
  const wantedRows = rows.map((row) =>
    row.map((lane) => [lane].flat().filter(({ name }) => !wanted || wanted.has(name))),
  );
  const first = await runRows(wantedRows, {
    onRow: (row) => progress.line(`${row.map(({ title }) => title).join(', ')} …`),
    onRowEnd: (_row, { ms, processorMs, busyMs }) =>
      progress.line(
        `${duration(ms)} in all, ${duration(processorMs)} of processor time; ${cpus().length} processors were busy for ${Math.round((100 * busyMs) / (ms * cpus().length))} %`,
      ),
    onBegin: ({ title }) => running.begin(title),
    onLine: ({ title }, line) => running.line(title, line.trim()),
    onEnd: ({ title }, result) => {
      running.end(title);
      const mark = result.failed > 0 ? 'FAILED' : result.skipped > 0 && result.passed === 0 ? 'SKIPPED' : 'ok';
      const note = result.note ? ` — ${result.note}` : '';
      progress.line(`${title}: ${mark}, ${counts(result)} (${duration(result.ms)})${note}`);
      if (result.failed > 0 && result.output) process.stdout.write(`\n${result.output.trimEnd()}\n\n`);
    },
  });
  const results = await runAgain(first, {
    onBegin: (failed) => progress.line(`Once more, alone: ${failed.join(', ')}`),
    onLine: (line) => /✖|●|✘/.test(line) && progress.line(line.trim()),
  });
  running.stop();
  progress.end();
  summarise(results);
  await endAll({ graceMs: 5000 });
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  process.stdout.write(`\n${counts(total)}\n`);
  nameFailures(results);
  process.exit(total.failed > 0 ? 1 : 0);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof PlainError ? error.message : (error.stack ?? error)}\n`);
  process.exit(1);
});
