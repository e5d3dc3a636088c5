import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { flush } from '../../lib/durable.ts';
import type { Programs } from './programs.ts';
import { USER } from './settings.ts';

const INITDB = [
  `--username=${USER}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--wal-segsize=4',
];

/**
 * Creates an empty cluster in `folder`, replacing what an interrupted call left there.
 * @param passwordFile the password of its superuser; without one the kernel names who connects
 */
export async function initialise(programs: Programs, folder: string, passwordFile?: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const auth = passwordFile === undefined ? ['--auth=peer'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const [program = '', ...args] = [...programs.user.command, programs.initdb, ...INITDB, ...auth, '-D', folder];
  await promisify(execFile)(program, args, { env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
}

/** Renames a finished cluster to its place, in a way that survives a power cut. */
export async function putInPlace(made: string, folder: string): Promise<void> {
  await rename(made, folder);
  await flush(path.dirname(folder));
}
