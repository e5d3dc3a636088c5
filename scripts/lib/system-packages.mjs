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

/**
 * Installs Debian packages if the user is root; otherwise it would need a password.
 * @param {readonly string[]} packages
 * @param {(line: string) => void} [onLine]
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function installPackages(packages, onLine) {
  const apt = findProgram('apt-get');
  if (!apt || !isRoot()) return false;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, onLine, timeoutMs: 10 * 60_000 };
  const install = () => run(apt, ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
  if ((await install()).code === 0) return true;
  await run(apt, ['update', '-q'], options);
  return (await install()).code === 0;
}
