import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * The archives of the library, in the data folder. A file appears with one rename, so never in part. Only the folder is
 * closed: a site's user must be able to read the copy that it gets.
 */
export function libraryFiles({ dataDir }: { dataDir: string }) {
  const folder = path.join(dataDir, 'library');
  const fileOf = (id: string) => path.join(folder, `${id}.zip`);
  return {
    fileOf,
    async put(id: string, bytes: Buffer): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = path.join(folder, `.part-${randomBytes(6).toString('hex')}`);
      try {
        const handle = await open(part, 'wx', 0o644);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(part, fileOf(id));
      } finally {
        await rm(part, { force: true });
      }
    },
    remove: (id: string): Promise<void> => rm(fileOf(id), { force: true }),
  };
}
