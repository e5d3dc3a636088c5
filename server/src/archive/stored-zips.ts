import { randomBytes } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Uploaded archives in a folder of the data folder. A file appears with one rename, so never in part. Only the folder is
 * closed: a site's user must be able to read the copy that it gets.
 */
const storedZips =
  (name: string) =>
  ({ dataDir }: { dataDir: string }) => {
    const folder = path.join(dataDir, name);
    const fileOf = (id: string) => path.join(folder, `${id}.zip`);
    return {
      fileOf,
      async put(id: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const part = path.join(folder, `.part-${randomBytes(6).toString('hex')}`);
        try {
          const handle = await open(part, 'wx', 0o644);
          try {
            await handle.writeFile(content);
            await handle.sync();
          } finally {
            await handle.close();
          }
          await rename(part, fileOf(id));
        } finally {
          await rm(part, { force: true });
        }
      },
      /** The same file under a second id. @throws Error when there is no such file */
      share: (id: string, as: string): Promise<void> => link(fileOf(id), fileOf(as)),
      remove: (id: string): Promise<void> => rm(fileOf(id), { force: true }),
    };
  };

/** The library of plugins and themes. */
export const libraryFiles = storedZips('library');
/** Archives from which sites are being made. */
export const importFiles = storedZips('imports');
/** Uploaded archives of migrations. */
export const migrationFiles = storedZips('migrations');
