import { readdirSync } from 'node:fs';
import path from 'node:path';

/*
 * What node has compiled of a worker is kept, so that no start of a site reads TypeScript again. Node puts it into a folder
 * that it names after its build and the user; every site has a user of its own, so the folder gets another name there.
 */

/** The folder of it, beside what PHP has compiled. */
export const WORKER_CODE = 'worker';

const NAMES = [
  'worker',
  'worker-code',
  'worker-sandbox',
  'message-channel',
  'opcache',
  'php-instance',
  'printed-text',
  'read-only-core',
  'refused-process',
  'wasm-http',
];
/** Sources of the worker, and of how it is started: with other options, node compiles anew. */
export const WORKER_FILES = NAMES.map((name) => path.join(import.meta.dirname, `${name}.ts`));

const BUILD = /^(v[\w.+-]+)-\d+$/;

/** The folder that node made, and its name for another user; null when there is none. */
export function workerCode(folder: string, uid: number): { from: string; name: string } | null {
  const [name = ''] = readdirSync(folder);
  const build = BUILD.exec(name)?.[1];
  return build === undefined ? null : { from: path.join(folder, name), name: `${build}-${uid}` };
}
