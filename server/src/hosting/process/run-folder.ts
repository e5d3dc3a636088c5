import { chmod, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from './is-alive.ts';

/** A folder for the Unix sockets of this process, accessible to its user only. */
export type RunFolder = {
  /** A new folder in it, for the sockets of one site. */
  folder(): Promise<string>;
  close(): Promise<void>;
};

/** `sun_path` of unix(7) holds 108 bytes with the terminating zero; our folders add at most 34 to the base. */
const LONGEST_BASE = 107 - 34;
const PREFIX = 'panel-run-';

/**
 * Creates `{dataDir}/run/{pid}-…`, or a temporary folder where that path is too long for a socket. Removes the
 * folders of ended processes.
 */
export async function openRunFolder(dataDir: string): Promise<RunFolder> {
  const inData = path.join(dataDir, 'run');
  const short = Buffer.byteLength(inData) <= LONGEST_BASE;
  if (short) await mkdir(inData, { recursive: true, mode: 0o700 });
  const base = short ? inData : tmpdir();
  const prefix = short ? '' : PREFIX;
  if (short) await chmod(inData, 0o700);
  await removeLeftovers(base, prefix);
  const own = await mkdtemp(path.join(base, `${prefix}${process.pid}-`));
  return {
    folder: () => mkdtemp(path.join(own, 's')),
    close: () => rm(own, { recursive: true, force: true }),
  };
}

async function removeLeftovers(base: string, prefix: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = path.join(base, name);
    const found = await lstat(folder).catch(() => null);
    if (found?.isDirectory() && found.uid === process.getuid?.()) await rm(folder, { recursive: true, force: true });
  }
}
