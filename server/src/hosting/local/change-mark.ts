import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HostingError } from '../hosting-error.ts';
import { isAnothers, PROCESS_NAME } from '../../kernel/process-name.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { list } from './panel-files.ts';

/*
 * The order between a change and a start that could not ask the database: each writes a file to the folder of the site
 * first, then looks for that of the other. So at least one of them sees the other.
 */

const CHANGE = 'change-';
const UNCLAIMED = 'unclaimed-';
const LOOK_MS = 100;
const LIMIT_MS = 60_000;

type Root = { root: string };

const othersWith = async ({ root }: Root, prefix: string): Promise<boolean> =>
  (await list(root)).some((name) => name.startsWith(prefix) && isAnothers(name.slice(prefix.length)));

/** A full disk prevents neither. */
async function mark({ root }: Root, prefix: string): Promise<() => Promise<void>> {
  const file = path.join(root, `${prefix}${PROCESS_NAME}-${randomBytes(6).toString('hex')}`);
  if (await exists(root)) await writeFile(file, '').catch(() => undefined);
  return () => rm(file, { force: true });
}

/** Marks a site as being changed by this process. */
export const markChange = (folder: Root) => mark(folder, CHANGE);

/** Marks a site as run by this process without the database. */
export const markUnclaimed = (folder: Root) => mark(folder, UNCLAIMED);

/** Whether another running process changes the site. */
export const meetsChange = (folder: Root): Promise<boolean> => othersWith(folder, CHANGE);

/** Resolves once no other process runs the site without the database. @throws HostingError BUSY after a minute */
export async function withoutUnclaimed(folder: Root): Promise<void> {
  const until = performance.now() + LIMIT_MS;
  while (await othersWith(folder, UNCLAIMED)) {
    if (performance.now() > until)
      throw new HostingError('BUSY', 'The site could not be stopped in every process. Try again in a minute.', {
        retryable: true,
      });
    await wait(LOOK_MS);
  }
}

/** Removes the marks of processes that have ended. */
export async function removeMarks({ root }: Root): Promise<void> {
  for (const name of await list(root)) {
    const owner = [CHANGE, UNCLAIMED].flatMap((prefix) =>
      name.startsWith(prefix) ? name.slice(prefix.length) : [],
    )[0];
    if (owner !== undefined && !owner.startsWith(PROCESS_NAME) && !isAnothers(owner))
      await rm(path.join(root, name), { force: true });
  }
}
