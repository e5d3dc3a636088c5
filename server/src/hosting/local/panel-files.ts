import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';

/** Writes a file so that a reader sees the old text or the new, never a part. */
export async function writeAtomic(file: string, text: string, mode = 0o644): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, text, { mode, flush: true });
  await rename(temporary, file);
}

/** Reads a file of ours; an absent or broken one counts as none. */
export async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** Whether a name carries this process's id or that of one that is gone: another panel process's work is not touched. */
export function isOurs(name: string, prefix: string): boolean {
  const pid = Number.parseInt(name.slice(prefix.length), 10);
  if (!Number.isInteger(pid) || pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** The names in a folder of ours; none when it is absent. */
export async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
