import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './processes.mjs';

export const isRoot = () => process.getuid?.() === 0;

/** Path of a program, by name; PATH is searched and then the folders given. */
export function findProgram(name, folders = []) {
  for (const folder of [...folders, ...(process.env.PATH ?? '').split(delimiter)]) {
    if (!folder) continue;
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      continue;
    }
  }
  return undefined;
}

let installing = Promise.resolve();

/**
 * Installs Debian packages if the user is root; otherwise it would need a password. One call at a time: two stages of a
 * test run may need packages at once, and apt-get refuses to run twice.
 * @param {readonly string[]} packages
 * @param {(line: string) => void} [onLine]
 * @returns {Promise<boolean>} whether they are installed now
 */
export function installPackages(packages, onLine) {
  const installed = installing.then(() => install(packages, onLine));
  installing = installed.catch(() => undefined);
  return installed;
}

async function install(packages, onLine) {
  const apt = findProgram('apt-get');
  if (!apt || !isRoot()) return false;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, onLine, timeoutMs: 10 * 60_000 };
  const once = () => run(apt, ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
  if ((await once()).code === 0) return true;
  await run(apt, ['update', '-q'], options);
  return (await once()).code === 0;
}
