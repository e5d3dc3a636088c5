import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Flushes a file or the names in a folder, so that they survive a power cut. */
export async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its missing parents, and flushes the name of each. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode });
  if (first === undefined) return;
  const shortest = path.resolve(first).length;
  for (let made = path.resolve(folder); made.length >= shortest; made = path.dirname(made))
    await flush(path.dirname(made));
}
