import { spawn } from 'node:child_process';
import type { ExecResult } from '../driver.ts';
import { abortedError } from '../hosting-error.ts';

export type Command = { file: string; args: string[]; env: Record<string, string>; cwd?: string };

const MAX_OUTPUT = 8 * 1024 * 1024;

/**
 * Runs a command to its end with an argument vector, no shell, no standard input.
 * The whole process group dies when `signal` fires; then a HostingError is thrown.
 */
export function runCommand(command: Command, signal?: AbortSignal): Promise<ExecResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortedError(signal));
    const child = spawn(command.file, command.args, {
      env: command.env,
      cwd: command.cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', collect(stdout));
    child.stderr.on('data', collect(stderr));
    const onAbort = () => {
      if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    child.once('error', (error) => {
      signal?.removeEventListener('abort', onAbort);
      reject(error);
    });
    child.once('close', (code) => {
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) return reject(abortedError(signal));
      resolve({ code: code ?? 137, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') });
    });
  });
}

function collect(into: Buffer[]): (chunk: Buffer) => void {
  let size = 0;
  return (chunk) => {
    size += chunk.length;
    if (size <= MAX_OUTPUT) into.push(chunk);
  };
}

/** Sends a signal to every process of a group; a group that is already gone is fine. */
export function killGroup(groupId: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-groupId, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
