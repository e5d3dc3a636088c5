import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';
import { announcement } from './lib/announcement.mjs';
import { checkResettable, dataFolder } from './lib/data-folder.mjs';
import { keepRunning } from './lib/keep-running.mjs';
import { environment, NODE_24, ROOT } from './lib/paths.mjs';
import { PlainError } from './lib/plain-error.mjs';
import { endAll, endWithSignals, run } from './lib/processes.mjs';
import { startServer } from './lib/server-process.mjs';
import { createProgress, duration } from './lib/terminal.mjs';

const HELP = `Starts the panel: installs what is missing, builds what has changed, serves everything on one port.

  npm start                       http://localhost:8099
  npm start -- --reset            from fresh demo data; asks first
  npm start -- --reset --yes      the same without asking
  npm start -- --verbose          the server's log on the screen too

Variables
  PORT           8099
  HOST           localhost; 0.0.0.0 lets other machines in
  DATA_DIR       .data in this folder; database, hosted sites, logs
  DISK_RESERVE_MB  free space below which nothing that grows is started; default 1 % of the disk, 512 MB at least
  LOG_MAX_MB     50; size of the log in DATA_DIR/logs, all parts together
  DATABASE_URL   postgres://user:password@host:5432/name; without it an embedded database
  PUBLIC_URL     scheme and port of addresses in the panel and in emails, e.g. https://panel.example.com
`;

function readArguments() {
  try {
    const options = {
      reset: { type: 'boolean' },
      yes: { type: 'boolean' },
      verbose: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    };
    return parseArgs({ options, allowPositionals: false }).values;
  } catch (error) {
    throw new PlainError(`${error.message.split('\n')[0]}. See npm start -- --help.`);
  }
}

/** Confirms before anything is deleted; without a terminal, `--yes` is required. */
async function confirmReset(folder, yes) {
  if (!checkResettable(folder) || yes) return;
  if (!process.stdin.isTTY)
    throw new PlainError(
      `--reset deletes all sites and accounts in ${folder}. There is no terminal to confirm on: add --yes to continue.`,
    );
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(
    `Delete all sites, accounts and logs in ${folder} and start from fresh demo data? (y/N) `,
  );
  prompt.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new PlainError('Nothing was deleted.');
}

async function check(reset, dataDir) {
  const args = ['--disable-warning=ExperimentalWarning', 'scripts/lib/preflight.ts', ...(reset ? ['--reset'] : [])];
  const { code, output } = await run(NODE_24, args, { cwd: ROOT, env: environment({ DATA_DIR: dataDir }) });
  if (code !== 0) throw new PlainError(output.trim());
}

async function build(progress) {
  progress.begin('Building');
  const { code, output } = await run(NODE_24, ['scripts/build.ts'], {
    cwd: ROOT,
    env: environment(),
    onLine: (line) => progress.detail(line.trim()),
  });
  if (code !== 0) throw new PlainError(`The build failed:\n${output.trim().split('\n').slice(-40).join('\n')}`);
  progress.done();
}

async function main() {
  const { reset = false, yes = false, verbose = false, help = false } = readArguments();
  if (help) return void process.stdout.write(HELP);
  const dataDir = dataFolder();
  if (reset) await confirmReset(dataDir, yes);

  const progress = createProgress();
  let stopping = false;
  endWithSignals({
    code: (signal) => (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 129),
    onFirst: () => {
      stopping = true;
      progress.end();
      process.stdout.write('\nStopping …\n');
    },
  });
  try {
    await bootstrap(progress);
    await check(reset, dataDir);
    await build(progress);
    progress.begin('Starting');
    let log;
    await keepRunning({
      start() {
        const server = startServer({ dataDir, verbose, onProgress: (text) => progress.detail(text) });
        log = server.log.file;
        return server;
      },
      onReady(announced, restarted) {
        if (restarted) return void process.stdout.write('The server runs again.\n');
        progress.done(`ready after ${duration(progress.elapsed())}`);
        process.stdout.write(announcement(announced, log));
      },
      onRestart: (why, { number, waitMs }) =>
        process.stdout.write(`\n${why.message}\nStarting it again in ${duration(waitMs)} (restart ${number}) …\n`),
      isStopping: () => stopping,
    });
  } catch (error) {
    // Broken connections are expected during a stop.
    if (stopping) return;
    progress.end();
    process.stderr.write(`${error instanceof PlainError ? error.message : (error.stack ?? error)}\n`);
    await endAll();
    process.exit(1);
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof PlainError ? error.message : (error.stack ?? error)}\n`);
  process.exit(1);
});
