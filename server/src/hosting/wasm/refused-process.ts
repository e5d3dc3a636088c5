import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { SpawnHandler } from '@php-wasm/universal';

/** What a shell answers when a command does not exist. */
const NOT_FOUND = 127;

/**
 * Refuses every attempt of PHP to start a program. `proc_open`, which names a folder to start it in, takes an error; for
 * `exec`, `popen` and `mail` only a process that has already failed will do: after an error PHP would wait for ever.
 */
export const refusedProcess = (
  _command: string,
  _args: string[],
  options: { cwd?: string } = {},
): ReturnType<SpawnHandler> => {
  if (options.cwd !== undefined)
    throw Object.assign(new Error('This PHP starts no programs.'), { code: 'SPAWN_UNSUPPORTED' });
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
