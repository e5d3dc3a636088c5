import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ExecResult } from '../driver.ts';
import { keepLastBytes } from '../../lib/last-bytes.ts';
import { abortedError, HostingError } from '../hosting-error.ts';
import { KEPT_ERRORS, KEPT_OUTPUT } from './kept-output.ts';

/** `input` is the command's standard input; none by default. */
export type Command = { file: string; args: string[]; env: Record<string, string>; cwd?: string; input?: string };

const MAX_OUTPUT = 8 * 1024 * 1024;
const LINE_END = 10;

/**
 * Starts a command in a separate process group and writes its input. A command that ends without reading its input is
 * judged by its exit code.
 */
export function startCommand(command: Command): ChildProcessByStdio<Writable, Readable, Readable> {
  const child = spawn(command.file, command.args, {
    env: command.env,
    cwd: command.cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined).end(command.input ?? '');
  return child;
}

/**
 * Runs a command to its end with an argument vector and no shell. Kills the whole process group when `signal` fires
 * or it writes more than 8 MB. The result has the end of what it wrote.
 * @param onLines gets the number of lines of output so far; the output itself is not kept then
 * @param keptOutput bytes of the output that the result has at most
 * @throws HostingError then
 */
export function runCommand(
  command: Command,
  signal?: AbortSignal,
  onLines?: (lines: number) => void,
  keptOutput = KEPT_OUTPUT,
): Promise<ExecResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal));
    const child = startCommand(command);
    const onAbort = () => {
      if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    };
    const stdout = onLines ? count(child.stdout, onLines) : collect(child.stdout, keptOutput, onAbort);
    const stderr = collect(child.stderr, KEPT_ERRORS, onAbort);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.once('error', (error) => {
      signal?.removeEventListener('abort', onAbort);
      reject(error);
    });
    child.once('close', (code) => {
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) return reject(abortedError(signal));
      if (stdout.full || stderr.full)
        return reject(
          new HostingError(
            'COMMAND_FAILED',
            'The command was stopped because its output was too large. Contact support.',
            {
              retryable: false,
            },
          ),
        );
      resolve({ code: code ?? 137, stdout: stdout.text(), stderr: stderr.text() });
    });
  });
}

type Collected = { full: boolean; text(): string };

/** Keeps the end of a command's output, because hosted code decides how much it writes. */
function collect(from: Readable, kept: number, onFull: () => void): Collected {
  const last = keepLastBytes(kept);
  const collected = { full: false, text: () => last.taken().toString('utf8') };
  let size = 0;
  from.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_OUTPUT) return last.add(chunk);
    collected.full = true;
    onFull();
  });
  return collected;
}

/** Counts lines of output, which is not kept. */
function count(from: Readable, onLines: (lines: number) => void): Collected {
  let lines = 0;
  from.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === LINE_END) lines += 1;
    onLines(lines);
  });
  return { full: false, text: () => '' };
}

/** Sends a signal to every process of a group; ignores processes that are gone or belong to another user. */
export function killGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}
