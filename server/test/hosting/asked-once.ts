import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A folder of this run of tests, which its files share (scripts/test.mjs); without one, each asks for itself. */
export const RUN_FOLDER = process.env['TEST_RUN_FOLDER'];

/** The answer to a question about this machine, which the first file of a run asks. */
export async function askedOnce<T>(name: string, ask: () => Promise<T>): Promise<T> {
  if (RUN_FOLDER === undefined) return ask();
  const file = path.join(RUN_FOLDER, `${name}.json`);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as T;
  const answer = await ask();
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, JSON.stringify(answer));
  await rename(part, file);
  return answer;
}
