import { fork } from 'node:child_process';
import path from 'node:path';
import type { ExecResult } from '../driver.ts';
import { abortedError, HostingError } from '../hosting-error.ts';
import { MARKER_VARIABLE } from '../process/leftovers.ts';
import { killGroup } from '../process/run-command.ts';
import { minimalEnvironment } from '../runtime/native-php.ts';
import type { WorkerAnswer, WorkerOrder } from './wasm-protocol.ts';

type Job = Exclude<WorkerOrder, { type: 'boot' }>;
/** An order without the number that tells its answer apart. */
export type Order = Job extends infer J ? (J extends Job ? Omit<J, 'id'> : never) : never;
type Boot = Omit<Extract<WorkerOrder, { type: 'boot' }>, 'type'>;

/** The php-wasm process of one site, seen from the panel. */
export type WorkerProcess = {
  pid: number;
  marker: string;
  exited: Promise<void>;
  ask(order: Order, signal?: AbortSignal): Promise<ExecResult & { port: number }>;
  stop(): Promise<void>;
};

const PACKAGES = path.resolve(import.meta.dirname, '../../../..');

/** Starts the process; it may read the panel's packages and write nothing but the site's folder. */
export function startWorker(boot: Boot, marker: string): WorkerProcess {
  const allowed = [`--allow-fs-read=${PACKAGES}`, ...[boot.live, boot.tmp, boot.panel].map((folder) => `--allow-fs-read=${folder}`)];
  const writable = [boot.live, boot.tmp].map((folder) => `--allow-fs-write=${folder}`);
  const child = fork(path.join(import.meta.dirname, 'worker.ts'), {
    execArgv: ['--permission', '--allow-addons', ...allowed, ...writable, '--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'],
    env: { ...minimalEnvironment(), [MARKER_VARIABLE]: marker },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const waiting = new Map<number, (answer: WorkerAnswer | null) => void>();
  let errors = '';
  let sequence = 0;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  void exited.then(() => {
    for (const give of waiting.values()) give(null);
  });
  child.on('message', (answer: WorkerAnswer) => {
    if (answer.type === 'ready') return;
    if (answer.id === null) for (const give of waiting.values()) give(answer);
    else waiting.get(answer.id)?.(answer);
  });
  child.send({ type: 'boot', ...boot } satisfies WorkerOrder);
  const stop = async () => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    await exited;
  };

  return {
    pid: child.pid ?? 0,
    marker,
    exited,
    stop,
    ask(order, signal) {
      const id = ++sequence;
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortedError(signal));
        // PHP cannot be interrupted from inside; ending the process is what stops it.
        const onAbort = () => void stop();
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.set(id, (answer) => {
          waiting.delete(id);
          signal?.removeEventListener('abort', onAbort);
          if (answer?.type === 'listening') return resolve({ code: 0, stdout: '', stderr: '', port: answer.port });
          if (answer?.type === 'result') return resolve({ code: answer.code, stdout: answer.stdout, stderr: answer.stderr, port: 0 });
          if (signal?.aborted) return reject(abortedError(signal));
          const detail = answer?.type === 'failed' ? answer.message : `the process ended: ${errors}`;
          reject(new HostingError('COMMAND_FAILED', 'The PHP process of the site ended early. Try again in a minute.', { retryable: true, detail }));
        });
        if (!child.connected) return waiting.get(id)?.(null);
        child.send({ ...order, id });
      });
    },
  };
}
