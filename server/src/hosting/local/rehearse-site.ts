import type { HostingDriver, Verification } from '../driver.ts';
import { rehearsalOf } from '../rehearsal-id.ts';
import { readArchive } from './site-archive.ts';
import { readRecord, writeRecord, type SiteFolder } from './site-folder.ts';
import type { SiteTools } from './wordpress-site.ts';

type Deps = Pick<HostingDriver, 'destroy' | 'verify'> & {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, doing: string, work: () => Promise<T>): Promise<T>;
};

/** Restores archives beside their sites, to see whether they would work. */
export const createRehearsal =
  ({ folderOf, toolsOf, standing, destroy, verify }: Deps) =>
  async (siteId: string, fromFile: string): Promise<Verification> => {
    const id = rehearsalOf(siteId);
    // What a killed panel left.
    await destroy(id);
    try {
      return await standing(id, 'restore the backup beside the site', async () => {
        const folder = folderOf(id);
        const record = { ...(await readRecord(folderOf(siteId))), siteId: id };
        await writeRecord(folder, record);
        await readArchive(await toolsOf(id), folder, record, { file: fromFile, parts: 'all' });
        return verify(id, record.fqdn);
      });
    } finally {
      await destroy(id);
    }
  };
