import { spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import * as v from 'valibot';
import type { ExecResult } from '../driver.ts';
import { abortedError, HostingError } from '../hosting-error.ts';
import { MARKER_VARIABLE } from '../process/leftovers.ts';
import { killGroup } from '../process/run-command.ts';
import { openMessageChannel } from './message-channel.ts';
import { MESSAGE_BOUNDS, WorkerAnswer } from './wasm-protocol.ts';
import type { WorkerOrder } from './wasm-protocol.ts';
import { workerCommand } from './worker-sandbox.ts';
import type { WorkerRequest } from './worker-sandbox.ts';

type Job = Exclude<WorkerOrder, { type: 'boot' }>;
/** A command without the number that identifies its response. */
export type Order = Job extends infer J ? (J extends Job ? Omit<J, 'id'> : never) : never;
export type Boot = Omit<Extract<WorkerOrder, { type: 'boot' }>, 'type'>;

/** The php-wasm process of one site, seen from the panel. */
export type WorkerProcess = {
  pid: number;
  marker: string;
  /** Settles when the process is gone; `outOfMemory` when V8 or the kernel ended it for lack of memory. */
  exited: Promise<{ outOfMemory: boolean }>;
  /** Since when PHP has been working on a request, in milliseconds since the epoch; null when idle. */
  requestSince(): number | null;
  /** Calls back when connections of the site wait, because it opens too many. */
  onHeld(listener: () => void): void;
  ask(order: Order, signal?: AbortSignal): Promise<ExecResult>;
  stop(): Promise<void>;
};

/** Signals with which V8 ends a process without memory: SIGILL, SIGTRAP or SIGABRT. */
const NO_MEMORY: readonly NodeJS.Signals[] = ['SIGILL', 'SIGTRAP', 'SIGABRT'];
/** The same as exit codes, as bubblewrap reports them. */
const NO_MEMORY_CODES = [132, 133, 134];

/** Starts a worker. Its messages are untrusted: hosted code could have taken it over. */
export function startWorker(request: WorkerRequest, boot: Boot, marker: string): WorkerProcess {
  const command = workerCommand(request);
  const child = spawn(command.file, command.args, {
    env: { ...command.env, [MARKER_VARIABLE]: marker },
    cwd: command.cwd,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const waiting = new Map<number, (answer: WorkerAnswer | null) => void>();
  let held = (): void => undefined;
  let [errors, sequence, requestSince] = ['', 0, null as number | null];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const exited = new Promise<{ outOfMemory: boolean }>((resolve) => {
    child.once('close', (code, signal) =>
      resolve({ outOfMemory: NO_MEMORY_CODES.includes(code ?? 0) || (signal !== null && NO_MEMORY.includes(signal)) }),
    );
    child.once('error', () => resolve({ outOfMemory: false }));
  });
  let gone = false;
  void exited.then(() => {
    gone = true;
    for (const give of waiting.values()) give(null);
  });
  const end = () => {
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  const hear = (value: unknown) => {
    const answer = v.parse(WorkerAnswer, value, { abortEarly: true });
    if (answer.type === 'held') held();
    else if (answer.type === 'turn') requestSince = answer.busy ? Date.now() : null;
    else if (answer.id === null) for (const give of waiting.values()) give(answer);
    else waiting.get(answer.id)?.(answer);
  };
  const { 3: stream } = child.stdio;
  if (!(stream instanceof Duplex)) throw new Error('the worker has no channel');
  // An invalid message ends the worker: nothing after it can be trusted.
  const channel = openMessageChannel(stream, MESSAGE_BOUNDS, { message: hear, ended: end });
  channel.send({ type: 'boot', ...boot } satisfies WorkerOrder);
  const stop = async () => {
    end();
    await exited;
  };

  return {
    pid: child.pid ?? 0,
    marker,
    exited,
    requestSince: () => requestSince,
    onHeld: (listener) => void (held = listener),
    stop,
    ask(order, signal) {
      const id = ++sequence;
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(abortedError(signal));
        // PHP cannot be interrupted from inside; only ending the process stops it.
        signal?.addEventListener('abort', end, { once: true });
        const give = (answer: WorkerAnswer | null) => {
          waiting.delete(id);
          signal?.removeEventListener('abort', end);
          if (answer?.type === 'listening') return resolve({ code: 0, stdout: '', stderr: '' });
          if (answer?.type === 'result')
            return resolve({ code: answer.code, stdout: answer.stdout, stderr: answer.stderr });
          if (signal?.aborted) return reject(abortedError(signal));
          const detail = answer?.type === 'failed' ? answer.message : `the process ended: ${errors}`;
          reject(
            new HostingError('COMMAND_FAILED', 'The PHP process of the site ended early. Try again in a minute.', {
              retryable: true,
              detail,
            }),
          );
        };
        if (gone) return give(null);
        waiting.set(id, give);
        channel.send({ ...order, id });
      });
    },
  };
}
