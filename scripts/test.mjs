import { cpus } from 'node:os';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { ROOT } from './lib/paths.mjs';
import { PlainError } from './lib/plain-error.mjs';
import { endAll, endWithSignals } from './lib/processes.mjs';
import { runStages } from './lib/schedule.mjs';
import { allStages, stageOf } from './lib/stages.mjs';
import { createProgress, duration } from './lib/terminal.mjs';

const HELP = `Runs everything that is checked about the panel.

  npm test                                  all stages
  npm test -- --only server,page            some of them
  npm test -- server/test/http/x.test.ts    one file, in the stage it belongs to
  npm test -- --list                        names of the stages
`;
const HEARTBEAT_MS = 30_000;

const plural = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    const files = new Map();
    for (const given of positionals) {
      const file = relative(ROOT, given).replaceAll('\\', '/');
      const stage = stageOf(file);
      if (!stage)
        throw new PlainError(
          `${given} is not a test file of any stage. Test files end in .test.ts, .test.tsx or .spec.ts.`,
        );
      files.set(stage, [...(files.get(stage) ?? []), file]);
    }
    const only = values.only
      ? values.only
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
      : files.size > 0
        ? [...files.keys()]
        : null;
    return { ...values, only, files };
  } catch (error) {
    throw error instanceof PlainError
      ? error
      : new PlainError(`${error.message.split('\n')[0]} See npm test -- --help.`);
  }
}

/** Says that a long stage is alive, and what it last wrote. */
function watchStages(progress) {
  const now = new Map();
  const timer = setInterval(() => {
    for (const [name, { title, at, last }] of now) {
      if (Date.now() - at.shown < HEARTBEAT_MS) continue;
      at.shown = Date.now();
      progress.line(
        `${title} … ${duration(Date.now() - at.started)}${last ? `, now: ${last.trim().slice(0, 100)}` : ''}`,
      );
      now.get(name).last = '';
    }
  }, 1000);
  timer.unref();
  return {
    onLine: (name) => (line) => {
      const stage = now.get(name);
      if (stage && line.trim()) stage.last = line;
    },
    onStart: ({ name, title }) => {
      now.set(name, { title, at: { started: Date.now(), shown: Date.now() }, last: '' });
      progress.line(`${title} …`);
    },
    onEnd: ({ name, title }, result, ms) => {
      now.delete(name);
      const mark = result.failed > 0 ? 'FAILED' : result.skipped > 0 && result.passed === 0 ? 'SKIPPED' : 'ok';
      progress.line(`${title}: ${mark}, ${plural(result)} (${duration(ms)})${result.note ? ` — ${result.note}` : ''}`);
      if (result.failed > 0 && result.output) process.stdout.write(`\n${result.output.trimEnd()}\n\n`);
    },
  };
}

function summarise(stages, results) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  process.stdout.write('\nSummary\n');
  for (const { name, title } of stages) {
    const result = results.get(name);
    for (const key of Object.keys(total)) total[key] += result[key];
    const note = result.note ? `  ${result.failed > 0 ? '' : '!!! '}${result.note}` : '';
    process.stdout.write(
      `  ${title.padEnd(22)} ${plural(result).padEnd(38)} ${duration(result.ms).padStart(12)}${note}\n`,
    );
  }
  return total;
}

async function main() {
  const { only, list, help, files } = readArguments();
  if (help) return void process.stdout.write(HELP);
  const progress = createProgress({ tty: false });
  const watch = watchStages(progress);
  const all = allStages({ files, onLine: watch.onLine });
  if (list)
    return void process.stdout.write(`${all.map(({ name, title }) => `${name.padEnd(12)} ${title}`).join('\n')}\n`);
  const unknown = only?.find((name) => !all.some((stage) => stage.name === name));
  if (unknown)
    throw new PlainError(`There is no stage "${unknown}". Stages: ${all.map(({ name }) => name).join(', ')}.`);
  // The browser runs what is built, so a request for the one is a request for the other.
  const wanted = only && new Set(only.includes('browser') ? [...only, 'build'] : only);
  const stages = wanted ? all.filter(({ name }) => wanted.has(name)) : all;

  endWithSignals({ graceMs: 5000 });
  await bootstrap(progress);
  const results = await runStages(stages, Math.min(2, cpus().length), watch);
  const total = summarise(stages, results);
  await endAll({ graceMs: 5000 });
  process.stdout.write(`\n${plural(total)}\n`);
  process.exit(total.failed > 0 ? 1 : 0);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof PlainError ? error.message : (error.stack ?? error)}\n`);
  process.exit(1);
});
