import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppDatabases } from '../hosting/driver.ts';

const BYTES = 8_000_000;

/**
 * Databases for tests of what is above them: a file with the password of each, so that it is there after a process was killed. Real ones
 * are tested on the real driver.
 */
export function createFakeAppDatabases(folder: string): AppDatabases {
  const fileOf = (siteId: string) => path.join(folder, siteId);
  const passwordOf = (siteId: string) => readFile(fileOf(siteId), 'utf8').catch(() => null);
  return {
    appDatabasesMissing: () => null,
    appDatabaseAddress: (siteId) => ({ host: '127.0.0.1', port: 5432, name: `app_${siteId}`, user: `app_${siteId}` }),
    async setAppDatabase(siteId, password) {
      await mkdir(folder, { recursive: true });
      await writeFile(fileOf(siteId), password);
    },
    entersAppDatabase: async (siteId, password) => (await passwordOf(siteId)) === password,
    appDatabase: async (siteId) =>
      (await passwordOf(siteId)) === null ? null : { name: `app_${siteId}`, bytes: BYTES },
    dropAppDatabase: (siteId) => rm(fileOf(siteId), { force: true }),
  };
}
