import { copyFile, link, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { flush, makeFolder } from '../lib/durable.ts';
import { checkKey, StorageError, type Storage } from './storage.ts';

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code;

/** A second name for the file where the file system can, which takes neither time nor space; otherwise a copy. */
const copy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to));

/** A storage in a folder that no hosted code can reach. Several processes can share it. */
export function createFolderStorage(root: string): Storage {
  const placeOf = (key: string): string => path.join(root, checkKey(key));
  return {
    place: `folder ${root}`,
    async put(key, content) {
      const target = placeOf(key);
      // One name per key: a killed process leaves no more than one part, which the next try replaces.
      const part = `${target}.part`;
      await makeFolder(path.dirname(target), 0o700);
      await rm(part, { force: true });
      try {
        if ('file' in content) await copy(content.file, part);
        else await writeFile(part, 'text' in content ? content.text : content.bytes, { mode: 0o600 });
        await flush(part);
        await rename(part, target);
        await flush(path.dirname(target));
      } finally {
        // Renaming onto another name of the same file leaves both.
        await rm(part, { force: true });
      }
    },
    size: (key) =>
      stat(placeOf(key)).then(
        ({ size }) => size,
        (error: unknown) => (codeOf(error) === 'ENOENT' ? null : Promise.reject(error)),
      ),
    async read(key, range) {
      const file = placeOf(key);
      const handle = await open(file, 'r').catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new StorageError('MISSING', `There is no ${key}.`, error) : error;
      });
      return handle.createReadStream(range);
    },
    removeFolder: (folder) => rm(placeOf(folder), { recursive: true, force: true }),
    isEmpty: (folder) =>
      readdir(placeOf(folder)).then(
        (names) => names.length === 0,
        (error: unknown) => (codeOf(error) === 'ENOENT' ? true : Promise.reject(error)),
      ),
    close: () => undefined,
  };
}
