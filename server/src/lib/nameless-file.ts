import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** Opens a new file in a folder and removes its name, so that nothing is left when the process ends in any way. */
export async function openNamelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomUUID());
  const handle = await open(file, 'wx+', 0o600);
  await unlink(file);
  return handle;
}
