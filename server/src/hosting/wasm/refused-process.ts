import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { SpawnHandler } from '@php-wasm/universal';

/** A shell's exit code when a command does not exist. */
const NOT_FOUND = 127;

/**
 * Rejects every attempt of PHP to start a program. `proc_open`, which names a working folder, accepts an error.
 * `exec`, `popen` and `mail` need a process that has already failed: after an error PHP would wait forever.
 */
export const refusedProcess = (
  _command: string,
  _args: string[],
  options: { cwd?: string } = {},
): ReturnType<SpawnHandler> => {
  if (options.cwd !== undefined)
    throw Object.assign(new Error('This PHP cannot start programs.'), { code: 'SPAWN_UNSUPPORTED' });
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.resume();
  stdout.end();
  stderr.end();
  const child = Object.assign(new EventEmitter(), { pid: 1, stdin, stdout, stderr, kill: () => true });
  setTimeout(() => {
    child.emit('spawn');
    child.emit('exit', NOT_FOUND);
    child.emit('close', NOT_FOUND);
  });
  return child as unknown as ReturnType<SpawnHandler>;
};
