import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Uploaded archives in a folder of the data folder. A file appears with one rename, so never in part. Only the folder is
 * closed: a site's user must be able to read the copy that it gets.
 */
const PART = '.part-';

const storedZips =
  (name: string) =>
  ({ dataDir }: { dataDir: string }) => {
    const folder = path.join(dataDir, name);
    const newPart = () => path.join(folder, `${PART}${randomBytes(6).toString('hex')}`);
    const fileOf = (id: string) => path.join(folder, `${id}.zip`);
    return {
      fileOf,
      /** A new name in the folder for what becomes such a file; {@link sweep} removes it when a killed process leaves it. */
      newPart,
      /** Moves an upload, which is on disk for good already, to its place. */
      async take(id: string, upload: { path: string }): Promise<void> {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(upload.path, fileOf(id));
      },
      async put(id: string, content: Buffer | AsyncIterable<Buffer>): Promise<void> {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const part = newPart();
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
      /**
       * Removes files that came before `before` and that nobody needs: a killed process leaves them.
       * @param needed those of the given ids that a row names
       * @returns how many it removed
       */
      async sweep(before: Date, needed: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<number> {
        const isOld = async (name: string) => {
          const found = await stat(path.join(folder, name)).catch(() => null);
          // The time of its last rename or link: a shared file keeps the time of its content.
          return found !== null && found.isFile() && found.ctime < before;
        };
        const old: string[] = [];
        for (const name of await readdir(folder).catch((): string[] => [])) if (await isOld(name)) old.push(name);
        const ids = old.flatMap((name) => /^([0-9a-f-]{36})\.zip$/.exec(name)?.[1] ?? []);
        const kept = await needed(ids);
        const left = old.filter(
          (name) => name.startsWith(PART) || ids.some((id) => name === `${id}.zip` && !kept.has(id)),
        );
        for (const name of left) await rm(path.join(folder, name), { force: true });
        return left.length;
      },
    };
  };

/** The library of plugins and themes. */
export const libraryFiles = storedZips('library');
/** Archives from which sites are being made. */
export const importFiles = storedZips('imports');
/** Uploaded archives of migrations. */
export const migrationFiles = storedZips('migrations');
/** Uploaded releases of applications, by the id of their build. */
export const appFiles = storedZips('app-uploads');
