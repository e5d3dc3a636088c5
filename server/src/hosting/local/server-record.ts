import { rm } from 'node:fs/promises';
import type { ServerRecord } from '../process/leftovers.ts';
import { writeAtomic } from './panel-files.ts';
import type { SiteFolder } from './site-folder.ts';

export type ServerRecords = {
  /**
   * Records the server of a site, so that a later panel process can end it. A full disk does not prevent the site's
   * start.
   */
  write(folder: SiteFolder, record: ServerRecord): Promise<void>;
  remove(folder: SiteFolder): Promise<void>;
};

/** Error codes of a disk that accepts no more data. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** The server records of this process. A disk that rejects one is logged once until it accepts one again. */
export function createServerRecords(log: (line: string) => void): ServerRecords {
  let failing = false;
  return {
    async write(folder, record) {
      try {
        await writeAtomic(folder.serverFile, JSON.stringify(record), 0o600);
        failing = false;
      } catch (error) {
        if (!NO_ROOM.includes(String((error as NodeJS.ErrnoException).code))) throw error;
        if (!failing)
          log(
            `the disk rejects records of site servers (${String(error)}): sites still start, but their servers are not ended if this process is killed`,
          );
        failing = true;
      }
    },
    remove: (folder) => rm(folder.serverFile, { force: true }),
  };
}
