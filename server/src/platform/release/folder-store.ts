import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isAnothers, PROCESS_NAME } from '../../kernel/process-name.ts';
import { flush, makeFolder } from '../../lib/durable.ts';
import { StoreError, type ReleaseId, type ReleaseStore } from './release-store.ts';

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code;
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';

/** The names in a folder; empty when it is missing. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)));

/** A release that is being written, with the name of the process. */
const PART = '.part-';
/** Those of this process. */
const writing = new Set<string>();

/** Removes what processes left behind that were killed while writing. */
async function removeUnfinished(root: string): Promise<void> {
  for (const name of await namesIn(root))
    if (name.startsWith(PART) && !writing.has(name) && !isAnothers(name.slice(PART.length)))
      await rm(path.join(root, name), { recursive: true, force: true });
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Releases in a folder, which several processes can share. A release appears with one rename, so never in part. */
export function createFolderStore(root: string): ReleaseStore {
  const folderOf = (id: ReleaseId) => path.join(root, id.package, id.version);
  const withStoreError = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StoreError(
        `The release folder ${root} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  };
  return {
    place: `folder ${root}`,
    put: (id, files) =>
      withStoreError(async () => {
        const target = folderOf(id);
        const name = `${PART}${PROCESS_NAME}-${randomBytes(6).toString('hex')}`;
        const part = path.join(root, name);
        writing.add(name);
        try {
          await removeUnfinished(root);
          await mkdir(part, { recursive: true });
          await Promise.all([...files].map(([name, bytes]) => writeSynced(path.join(part, name), bytes)));
          await flush(part);
          await makeFolder(path.dirname(target));
          await rm(target, { recursive: true, force: true });
          await rename(part, target);
          await flush(path.dirname(target));
        } finally {
          await rm(part, { recursive: true, force: true });
          writing.delete(name);
        }
      }),
    get: (id, file) =>
      withStoreError(async () => {
        try {
          return await readFile(path.join(folderOf(id), file));
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    list: () =>
      withStoreError(async () => {
        const packages = (await namesIn(root)).filter((name) => !name.startsWith('.'));
        const found = await Promise.all(
          packages.map(async (name) =>
            (await namesIn(path.join(root, name))).map((version) => ({ package: name, version })),
          ),
        );
        return found.flat();
      }),
    remove: (id) => withStoreError(() => rm(folderOf(id), { recursive: true, force: true })),
    close: () => undefined,
  };
}
