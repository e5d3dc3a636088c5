import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppDatabases, Check } from '../hosting/driver.ts';
import { HostingError } from '../hosting/hosting-error.ts';
import { textInArchive } from './text-in-archive.ts';

const BYTES = 8_000_000;

/** Waits as long as there is a file of this name, so that a test can kill a process at this point. */
async function held(folder: string, name: string): Promise<void> {
  while ((await stat(path.join(folder, name)).catch(() => null)) !== null) await wait(20);
}

/** What a database has instead of rows, and a restore beside it. */
type Content = { now: string; next?: string; before?: string; mark?: string | undefined };

/** A dump that cannot be restored. */
export const DAMAGED_CONTENT = 'damaged';

const contentFile = (folder: string, siteId: string): string => path.join(`${folder}-content`, `${siteId}.json`);

/** What a test has put in the database of an application. `dataDir`: of the server of the test. */
export const databaseContent = {
  async write(dataDir: string, siteId: string, now: string): Promise<void> {
    const file = contentFile(path.join(dataDir, FAKE_DATABASES), siteId);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ now } satisfies Content));
  },
  async read(dataDir: string, siteId: string): Promise<Content> {
    const file = contentFile(path.join(dataDir, FAKE_DATABASES), siteId);
    return JSON.parse(await readFile(file, 'utf8')) as Content;
  },
};

/** What a copy of an archive shows of its database. */
export async function compareFakeDatabase(archive: string): Promise<Check> {
  const text = await textInArchive(archive, 'database.sql');
  return {
    name: 'Its database has the tables and rows that were backed up',
    ok: text !== DAMAGED_CONTENT,
    detail: text,
  };
}

/** The folder of these databases in the data folder of a test. */
export const FAKE_DATABASES = 'fake-databases';

/**
 * Databases for tests of what is above them: a file with the password of each, so that it is there after a process was killed. A change
 * waits while there is a file `hold-before` or `hold-after`. Real ones are tested on the real driver.
 */
export function createFakeAppDatabases(folder: string): AppDatabases {
  const fileOf = (siteId: string) => path.join(folder, siteId);
  const contentOf = async (siteId: string): Promise<Content> =>
    JSON.parse(await readFile(contentFile(folder, siteId), 'utf8').catch(() => '{"now":""}')) as Content;
  const keep = async (siteId: string, content: Content): Promise<void> => {
    const file = contentFile(folder, siteId);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.part`, JSON.stringify(content));
    await rename(`${file}.part`, file);
  };
  const passwordOf = (siteId: string) => readFile(fileOf(siteId), 'utf8').catch(() => null);
  return {
    appDatabasesMissing: () => null,
    appDatabaseAddress: (siteId) => ({ host: '127.0.0.1', port: 5432, name: `app_${siteId}`, user: `app_${siteId}` }),
    async setAppDatabase(siteId, password) {
      await held(folder, 'hold-before');
      await mkdir(folder, { recursive: true });
      await writeFile(fileOf(siteId), password);
      await held(folder, 'hold-after');
    },
    entersAppDatabase: async (siteId, password) => (await passwordOf(siteId)) === password,
    appDatabase: async (siteId) =>
      (await passwordOf(siteId)) === null ? null : { name: `app_${siteId}`, bytes: BYTES },
    async dropAppDatabase(siteId) {
      await held(folder, 'hold-before');
      await rm(fileOf(siteId), { force: true });
      await held(folder, 'hold-after');
    },
    async dumpAppDatabase(siteId, toFile) {
      const text = (await contentOf(siteId)).now;
      await writeFile(toFile, text);
      return text.length;
    },
    async fillAppDatabase(siteId, { archive, password, mark }) {
      await held(folder, 'hold-before');
      await mkdir(folder, { recursive: true });
      await writeFile(fileOf(siteId), password);
      const next = await textInArchive(archive, 'database.sql');
      if (next === DAMAGED_CONTENT)
        throw new HostingError('COMMAND_FAILED', 'We could not restore the database.', { retryable: false });
      await keep(siteId, { now: (await contentOf(siteId)).now, next, mark });
      await held(folder, 'hold-after');
    },
    isAppDatabaseFilled: async (siteId, mark) => (await contentOf(siteId)).mark === mark,
    async swapAppDatabase(siteId) {
      const { now, next, mark } = await contentOf(siteId);
      if (next !== undefined) await keep(siteId, { now: next, before: now, mark });
    },
    isAppDatabaseSwapped: async (siteId, mark) => {
      const content = await contentOf(siteId);
      return content.mark === mark && content.before !== undefined;
    },
    async swapBackAppDatabase(siteId) {
      const { now, before = now } = await contentOf(siteId);
      await keep(siteId, { now: before });
    },
    async tidyAppDatabase(siteId) {
      const { now, mark } = await contentOf(siteId);
      await keep(siteId, { now, mark });
    },
  };
}
