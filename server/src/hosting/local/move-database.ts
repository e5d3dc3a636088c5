import { lstat } from 'node:fs/promises';
import type { HostingDriver } from '../driver.ts';
import { HostingError, type Failure } from '../hosting-error.ts';
import { databaseServer, engineOf, serverDatabase } from './server-database.ts';
import { takeDatabase, withDatabaseCopy } from './site-database.ts';
import { readRecord, withWorkFolder, type SiteFolder } from './site-folder.ts';
import { copyParts } from './site-parts.ts';
import type { SiteTools } from './site-tools.ts';
import { finishWork } from './wordpress-site.ts';

const MOVING = 'We could not move the database.';

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T>;
};

/** Moves the tables of a site to the other kind of database, in a copy of the site that then replaces it. */
export const createDatabaseMove = ({
  folderOf,
  toolsOf,
  standing,
}: Deps): Pick<HostingDriver, 'databaseEngine' | 'databaseBytes' | 'moveDatabase'> => ({
  databaseEngine: (siteId) => engineOf(folderOf(siteId).mount),
  async databaseBytes(siteId) {
    const { mount, database } = folderOf(siteId);
    const onServer = await serverDatabase(mount);
    if (onServer === null) return (await lstat(database)).size;
    return (await databaseServer(await toolsOf(siteId)).size(onServer.name)).bytes;
  },
  moveDatabase: (siteId, into) =>
    standing(siteId, MOVING, async () => {
      const folder = folderOf(siteId);
      const { kind, url, php } = await readRecord(folder);
      if (kind !== 'wordpress')
        throw new HostingError('UNSUPPORTED', 'Only WordPress sites have a database.', { retryable: false });
      if ((await engineOf(folder.mount)) === into) return;
      const tools = await toolsOf(siteId);
      if (into === 'mariadb') databaseServer(tools);
      const core = await tools.cores.of(folder);
      await withWorkFolder(folder, async (work) => {
        await withDatabaseCopy(tools, folder, 'copy', async (file) => {
          await copyParts(tools, folder, work, ['public', 'wp-config.php', `data/${file}`], MOVING);
          await takeDatabase(tools, folder, { work, core, file, into });
        });
        await finishWork(tools.runtime, folder, { work, core, php }, { from: url, to: url });
      });
    }),
});
