import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A short name for the content of files, in their order, and of `also`: it changes with any of them. */
export async function fingerprint(files: readonly string[], ...also: string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([also, files.map((file) => path.basename(file))]));
  for (const text of await Promise.all(files.map((file) => readFile(file)))) hash.update(text);
  return hash.digest('hex').slice(0, 16);
}
