import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../kernel/clock-and-log.ts';
import { endLeftover } from './leftover.ts';
import { endsWithUs } from './own-user.ts';
import type { Programs } from './programs.ts';
import { settingArguments } from './settings.ts';

const READY = /database system is ready to accept connections/;
const SEVERE = /\b(?:FATAL|PANIC):/;
const STOP_MS = 10_000;
const RETRY_MS = [0, 250, 1000, 5000] as const;
const KEPT_LINES = 20;
/** The processes of a killed PostgreSQL end a moment after it, and a new one refuses to start until then. */
const STILL_ENDING = /pre-existing shared memory block/;
const ENDING_MS = 10_000;
const LOOK_MS = 50;

export type RunningPostgres = {
  /** Of the main process now; undefined while it is started again. */
  pid(): number | undefined;
  stop(): Promise<void>;
};

type RunOptions = {
  programs: Programs;
  folder: string;
  sockets: string;
  log: Pick<Logger, 'error' | 'info'>;
  /** What differs from the settings of the panel's own database. */
  settings?: Readonly<Record<string, string>>;
  /** Lines for the panel's log. */
  severe?: RegExp;
  /** Before each start, such as to make room on the disk. */
  beforeStart(): void;
};

/** Starts PostgreSQL and resolves when it accepts connections. @throws Error with its last lines */
async function begin({ programs, folder, sockets, log, settings, severe = SEVERE }: RunOptions): Promise<ChildProcess> {
  const [program = '', ...args] = [
    ...endsWithUs(programs.user),
    programs.postgres,
    '-D',
    folder,
    ...settingArguments(sockets, settings),
  ];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    // Ctrl-C reaches the panel, which ends PostgreSQL after its last statement.
    detached: true,
  });
  const lines: string[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    if (READY.test(line)) ready.resolve();
    else if (severe.test(line)) log.error(`PostgreSQL: ${line}`);
  });
  child.once('error', ready.reject);
  child.once('close', () => ready.reject(new Error(`PostgreSQL did not start: ${lines.join(' ')}`)));
  await ready.promise;
  return child;
}

/** Runs PostgreSQL until `stop`, and starts it again when it ends by itself. */
export async function runPostgres(options: RunOptions): Promise<RunningPostgres> {
  const { folder, log } = options;
  const stopping = new AbortController();
  const start = async (): Promise<ChildProcess> => {
    options.beforeStart();
    for (const until = performance.now() + ENDING_MS; ; await wait(LOOK_MS)) {
      try {
        return await begin(options);
      } catch (error) {
        if (!STILL_ENDING.test(String(error)) || performance.now() > until) throw error;
      }
    }
  };
  await endLeftover(folder);
  let child: ChildProcess | null = await start();

  const startAgain = async (): Promise<void> => {
    for (let attempt = 0; !child && !stopping.signal.aborted; attempt++) {
      try {
        await wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)], undefined, { signal: stopping.signal });
        child = await start();
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'The embedded PostgreSQL does not start.');
      }
    }
  };
  const keep = async (): Promise<void> => {
    while (child && !stopping.signal.aborted) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (stopping.signal.aborted) return;
      log.error('The embedded PostgreSQL ended. It is started again.');
      child = null;
      await startAgain();
    }
  };
  const kept = keep();

  return {
    pid: () => child?.pid,
    async stop() {
      stopping.abort();
      const ending = child;
      if (ending && ending.exitCode === null && ending.signalCode === null) {
        // Its fast shutdown: it disconnects clients and writes all data. SIGQUIT leaves that to the next start.
        ending.kill('SIGINT');
        const late = setTimeout(() => ending.kill('SIGQUIT'), STOP_MS);
        await once(ending, 'exit');
        clearTimeout(late);
      }
      await kept;
      await endLeftover(folder);
    },
  };
}
