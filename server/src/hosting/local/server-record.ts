import { rm } from 'node:fs/promises';
import type { ServerRecord } from '../process/leftovers.ts';
import { writeAtomic } from './panel-files.ts';
import type { SiteFolder } from './site-folder.ts';

export type ServerRecords = {
  /** Names the server of a site, so that a later panel process can end it. A full disk does not keep the site from starting. */
  write(folder: SiteFolder, record: ServerRecord): Promise<void>;
  remove(folder: SiteFolder): Promise<void>;
};

/** What a disk answers that takes no more. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** The records of the servers that this process starts. A disk that takes none is logged until it takes one again. */
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
            `the disk takes no records of site servers (${String(error)}): sites start all the same, but their servers are not ended if this process is killed`,
          );
        failing = true;
      }
    },
    remove: (folder) => rm(folder.serverFile, { force: true }),
  };
}
