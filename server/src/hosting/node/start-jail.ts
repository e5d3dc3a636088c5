import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { HostingError, type Failure } from '../hosting-error.ts';
import { sentence } from '../../lib/sentence.ts';
import { killGroup, type Command } from '../process/run-command.ts';
import type { LeftOut } from './line-limiter.ts';
import { REPORTS, type JailPlan } from './plan.ts';

const LONGEST_DETAIL = 4096;

type Listeners = { line(text: string): void; leftOut(what: LeftOut): void };

/** A running jailer. `ended`: the exit code of its command, when nothing of it is left. */
export type Jail = {
  pid: number;
  ended: Promise<number>;
  on(listeners: Listeners): void;
  /** Resolves when the application listens. @throws HostingError START_FAILED */
  listening(withinMs: number): Promise<void>;
  answer(): string | null;
  /** SIGTERM, then SIGKILL. */
  stop(): void;
  /** The same after the requests that run. */
  drain(): void;
  kill(): void;
};

/** Starts a jailer. What it writes is its own and bounded: it keeps the output of its command. */
export function startJail({ file, args, env, plan }: Command & { plan: JailPlan }): Jail {
  const child = spawn(file, args, { env, cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const { pid = 0 } = child;
  child.stdin.on('error', () => undefined).write(`${JSON.stringify(plan)}\n`);
  let detail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (detail = (detail + text).slice(-LONGEST_DETAIL)));
  let answer: string | null = null;
  let code: number | null = null;
  let listeners: Listeners = { line: () => undefined, leftOut: () => undefined };
  const begun = Promise.withResolvers<void>();
  begun.promise.catch(() => undefined);
  const failed = (message: Failure, cause?: unknown) =>
    begun.reject(new HostingError('START_FAILED', message, { retryable: true, detail, cause }));
  createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (report) => {
    const text = report.slice(1);
    switch (report[0]) {
      case REPORTS.line:
        return listeners.line(text);
      case REPORTS.leftOut: {
        const [lines = 0, bytes = 0] = text.split(' ').map(Number);
        return listeners.leftOut({ lines, bytes });
      }
      case REPORTS.answer:
        return void (answer = text);
      case REPORTS.listening:
        return begun.resolve();
      case REPORTS.ended:
        return void (code = Number(text));
      case REPORTS.failed:
        return void (detail = (detail + text).slice(-LONGEST_DETAIL));
    }
  });
  const kill = () => {
    if (pid > 0) killGroup(pid, 'SIGKILL');
  };
  // The jailer may die alone.
  child.once('exit', kill);
  const ended = new Promise<number>((resolve) => {
    child.once('close', (own) => {
      const result = code ?? own ?? 137;
      failed(
        sentence('The server ended before it listened, with exit code {code}. See its log for the reason.', {
          code: result,
        }),
      );
      resolve(result);
    });
    child.once('error', (error) => {
      failed('The server could not be started. Try again in a minute.', error);
      resolve(127);
    });
  });
  const say = (word: string) => void (child.stdin.writable && child.stdin.write(`${word}\n`));
  return {
    ...{ pid, ended, kill },
    on: (given) => void (listeners = given),
    answer: () => answer,
    stop: () => say('stop'),
    drain: () => say('drain'),
    async listening(withinMs) {
      const deadline = setTimeout(
        () =>
          failed(
            sentence(
              'The server did not listen on 127.0.0.1 at the port in the variable PORT within {seconds} seconds. Change its start command or its code.',
              { seconds: withinMs / 1000 },
            ),
          ),
        withinMs,
      );
      try {
        await begun.promise;
      } finally {
        clearTimeout(deadline);
      }
    },
  };
}
