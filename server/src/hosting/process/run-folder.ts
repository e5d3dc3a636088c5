import { chmod, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { markProcess } from '../../kernel/process-mark.ts';
import { isLeftBehind, SHORT_NAME } from '../../kernel/process-name.ts';

/** A folder for the Unix sockets of this process, accessible to its user only. */
export type RunFolder = {
  /** A new folder in it, for the sockets of one site. */
  folder(): Promise<string>;
  close(): Promise<void>;
};

/** `sun_path` of unix(7) holds 108 bytes with the terminating zero; our folders add at most 44 to the base. */
const LONGEST_BASE = 107 - 44;
const PREFIX = 'panel-run-';

/**
 * Creates `{dataDir}/run/{pid}-{instance}-…`, or a temporary folder where that path is too long for a socket. Removes the
 * folders of ended processes.
 */
export async function openRunFolder(dataDir: string): Promise<RunFolder> {
  markProcess(dataDir);
  const inData = path.join(dataDir, 'run');
  const short = Buffer.byteLength(inData) <= LONGEST_BASE;
  if (short) await mkdir(inData, { recursive: true, mode: 0o700 });
  const base = short ? inData : tmpdir();
  const prefix = short ? '' : PREFIX;
  if (short) await chmod(inData, 0o700);
  await removeLeftovers(base, prefix);
  const own = await mkdtemp(path.join(base, `${prefix}${SHORT_NAME}-`));
  return {
    folder: () => mkdtemp(path.join(own, 's')),
    close: () => rm(own, { recursive: true, force: true }),
  };
}

async function removeLeftovers(base: string, prefix: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (!name.startsWith(prefix) || !isLeftBehind(name.slice(prefix.length))) continue;
    const folder = path.join(base, name);
    const found = await lstat(folder).catch(() => null);
    if (found?.isDirectory() && found.uid === process.getuid?.()) await rm(folder, { recursive: true, force: true });
  }
}
