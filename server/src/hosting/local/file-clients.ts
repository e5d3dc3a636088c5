import type { SiteLimits } from '@panel/contract';
import type { SiteAgent } from '../agent/index.ts';
import type { LimitsOf, SiteFiles } from '../driver.ts';
import type { SiteCores } from './site-core.ts';
import { createFileManager, type InFiles } from './file-manager.ts';
import { createSiteCommands } from './site-commands.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import type { SiteFolder } from './site-folder.ts';

type Deps = {
  agent: SiteAgent;
  /** Runs something of a site, after changes that are under way. */
  using<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  folderOf(siteId: string): SiteFolder;
  cores: SiteCores;
  limitsOf: LimitsOf;
  /** The limits that apply now, less than the plan's for a site that is over its quota. */
  limitsNow(siteId: string, limits: SiteLimits): SiteLimits;
};

/** The longest connection to the files of a site. */
const CONNECTION_MS = 24 * 60 * 60_000;

/** Clients that use the files of sites. Changes that need a site stopped end its clients and keep new ones waiting. */
export function createFileClients({ agent, using, folderOf, cores, limitsOf, limitsNow }: Deps) {
  const clients = createSiteCommands();
  const mountOf = async (siteId: string): Promise<SiteMount> => {
    const folder = folderOf(siteId);
    return { ...folder.mount, core: await cores.of(folder) };
  };
  const inFiles: InFiles = (siteId, deadlineMs, work) =>
    using(siteId, () => clients.run(siteId, deadlineMs, async (signal) => work(await mountOf(siteId), signal)));
  const files: SiteFiles = {
    available: agent.files.available,
    async serve(siteId, streams, signal) {
      const serve = async (ended: AbortSignal) => {
        const mount = await mountOf(siteId);
        const limits = limitsNow(siteId, await limitsOf(siteId));
        await agent.files.serve(mount, limits, streams, AbortSignal.any([signal, ended]));
      };
      await using(siteId, () => clients.run(siteId, CONNECTION_MS, serve));
    },
  };
  return {
    ports: { files, ...createFileManager({ agent, inFiles, limitsOf, limitsNow }) },
    inFiles,
    end: clients.end,
    sites: clients.sites,
    close: async () => void (await Promise.all(clients.sites().map(clients.end))),
  };
}
