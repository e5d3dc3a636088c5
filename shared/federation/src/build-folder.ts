import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** No build takes this long: an older folder was left by one that was killed. */
const LEFT_AFTER_MS = 3_600_000;

const isLeft = (folder: string): Promise<boolean> =>
  stat(folder).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > LEFT_AFTER_MS,
    () => false,
  );

/**
 * A new folder beside the target, for one build. Removes those that killed builds have left; their age decides, because
 * a process id means nothing in another container.
 */
export async function newBuildFolder(target: string): Promise<string> {
  const parent = dirname(target);
  const prefix = `${basename(target)}.next-`;
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if (name.startsWith(prefix) && (await isLeft(folder))) await rm(folder, { recursive: true, force: true });
  }
  const made = join(parent, prefix + randomBytes(6).toString('hex'));
  await mkdir(made);
  return made;
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): false => {
    if (!codes.includes(error.code ?? '')) throw error;
    return false;
  };

/** Puts a finished folder in the place of the target. Of two builds that end together the last one stays. */
export async function swapIn(fresh: string, target: string): Promise<void> {
  const old = `${fresh}-old`;
  for (;;) {
    await rename(target, old).catch(unless('ENOENT'));
    const isThere = await rename(fresh, target).then(() => true, unless('ENOTEMPTY', 'EEXIST'));
    await rm(old, { recursive: true, force: true });
    if (isThere) return;
  }
}
