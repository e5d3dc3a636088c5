import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppDatabases } from '../hosting/driver.ts';

const BYTES = 8_000_000;

/** Waits as long as there is a file of this name, so that a test can kill a process at this point. */
async function held(folder: string, name: string): Promise<void> {
  while ((await stat(path.join(folder, name)).catch(() => null)) !== null) await wait(20);
}

/**
 * Databases for tests of what is above them: a file with the password of each, so that it is there after a process was killed. A change
 * waits while there is a file `hold-before` or `hold-after`. Real ones are tested on the real driver.
 */
export function createFakeAppDatabases(folder: string): AppDatabases {
  const fileOf = (siteId: string) => path.join(folder, siteId);
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
  };
}
