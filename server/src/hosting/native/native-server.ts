import type { ChildProcess } from 'node:child_process';
import { LIMIT_KINDS } from '@panel/contract';
import type { LimitKind } from '@panel/contract';
import { HostingError } from '../hosting-error.ts';
import { killGroup, startCommand, type Command } from '../process/run-command.ts';

const START_DEADLINE_MS = 15_000;
const LONGEST_DETAIL = 4096;

/** A running jailer with PHP's server. `exited` settles when its last process has ended. */
export type NativeServer = {
  pid: number;
  exited: Promise<void>;
  kill(): void;
  /** See `SiteProcess`. */
  abandonedSince(): number | null;
};

/** Starts a server and waits until it answers. Its output is short and our own: the jailer consumes PHP's log. */
export function startServer(command: Command, hit: (kind: LimitKind) => void): Promise<NativeServer> {
  const child = startCommand(command);
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = () => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  // The jailer may die alone; without a sandbox the workers of PHP would continue to answer.
  child.once('exit', kill);
  let abandoned = 0;
  let detail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    detail = (detail + text).slice(-LONGEST_DETAIL);
  });
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => {
      clearTimeout(deadline);
      kill();
      reject(
        new HostingError('START_FAILED', 'The web server of the site did not start. Try again in a minute.', {
          retryable: true,
          detail: `${reason}: ${detail}`,
          cause,
        }),
      );
    };
    const deadline = setTimeout(() => fail(`not started within ${START_DEADLINE_MS} ms`), START_DEADLINE_MS);
    child.once('error', (error) => fail(error.message, error));
    child.once('exit', (code) => fail(`ended with ${code}`));
    readReports(child, (word, value) => {
      if (word === 'hit' && isLimit(value)) return hit(value);
      if (word === 'abandoned') return void (abandoned = Number(value) || 0);
      if (word !== 'started' || child.pid === undefined) return;
      clearTimeout(deadline);
      resolve({ pid: child.pid, exited, kill, abandonedSince: () => abandoned || null });
    });
  });
}

function readReports(child: ChildProcess, report: (word: string, value: string) => void): void {
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [word = '', value = ''] = line.split(' ');
      report(word, value);
    }
  });
}

function isLimit(value: string): value is LimitKind {
  return (LIMIT_KINDS as readonly string[]).includes(value);
}
