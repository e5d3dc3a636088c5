import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isAnothers, PROCESS_NAME } from '../../kernel/process-name.ts';

/** Temporary files that this process is writing now. */
const writing = new Set<string>();

/**
 * Writes a file so that a reader sees the old or the new text, never a part. The new text is first written to
 * `beside`, a folder of the same file system out of hosted code's reach; by default the file's own folder.
 */
export async function writeAtomic(
  file: string,
  text: string,
  mode = 0o644,
  beside = path.dirname(file),
): Promise<void> {
  const temporary = path.join(beside, `${path.basename(file)}.${PROCESS_NAME}-${randomBytes(6).toString('hex')}`);
  writing.add(temporary);
  try {
    await writeFile(temporary, text, { mode, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    writing.delete(temporary);
  }
}

/** Removes temporary files of `writeAtomic` that ended processes left behind. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await list(folder)) {
    // bounded: the name of a file, 255 bytes
    const [prefix] = /^.+\.(?=(?:\d+[0-9a-f_]*-)?[0-9a-f]{12}$)/.exec(name) ?? [];
    const file = path.join(folder, name);
    if (
      prefix !== undefined &&
      !writing.has(file) &&
      (!name.slice(prefix.length).includes('-') || isOurs(name, prefix))
    )
      await rm(file, { force: true });
  }
}

/** Reads a file of the panel; null when it is missing or broken. */
export async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** Whether a name is that of this process or of an ended one: another panel process's files are left alone. */
export function isOurs(name: string, prefix: string): boolean {
  return !isAnothers(name.slice(prefix.length));
}

/** The names in a panel folder; empty when it is missing. */
export async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Copies a file to a free name; follows no link there. */
export async function copyNewFile(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
}

/** Where a link of the panel leads; null when there is none. */
export const linkTarget = (file: string): Promise<string | null> => readlink(file).catch(() => null);

/** The end of a file of the panel; empty when it is missing. */
export async function endOfFile(file: string, most: number): Promise<Buffer> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return Buffer.alloc(0);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
