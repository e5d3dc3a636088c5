import type { SiteLimits } from '@panel/contract';
import type { AppCommands, AppDatabases, Check, Repositories } from '../driver.ts';
import type { SiteAgent } from '../agent/index.ts';
import type { HostingConfig } from '../hosting-config.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { createAppCommands } from './app-commands.ts';
import { createAppDatabases, type CopiedDatabase } from './app-databases.ts';
import { createRepositories } from './repositories.ts';
import type { SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  limitsOf(siteId: string): Promise<SiteLimits>;
  agent: SiteAgent;
  runtime: HostingRuntime;
  config: Pick<HostingConfig, 'buildLimits'>;
};

/** What applications have beside their releases: a repository, a database, and commands. */
export function createAppParts({ folderOf, toolsOf, limitsOf, agent, runtime, config }: Deps): {
  ports: Repositories & AppDatabases & AppCommands;
  /** Gives a copy beside an application the database of an archive. */
  restoreForCopy(copyId: string, from: CopiedDatabase): Promise<Check>;
  /** What they need of the disk. */
  bytes(siteId: string): Promise<number>;
  /** Ends what runs for an application that is to be deleted. */
  end(siteId: string): Promise<void>;
  close(): Promise<void>;
} {
  const { node, postgres: server, postgresMissing: missing = null } = runtime;
  const { buildLimits } = config;
  const repositories = createRepositories({ folderOf, toolsOf, agent, runtime: { node }, config: { buildLimits } });
  const databases = createAppDatabases({ folderOf, toolsOf, server, missing });
  const commands = createAppCommands({ folderOf, limitsOf, runtime, commandMs: buildLimits?.commandMs });
  return {
    ports: { ...repositories.port, ...databases.port, ...commands.port },
    restoreForCopy: databases.restoreForCopy,
    bytes: async (siteId) => (await repositories.bytes(siteId)) + (await databases.bytes(siteId)),
    end: async (siteId) => void (await Promise.all([repositories.end(siteId), commands.end(siteId)])),
    close: databases.close,
  };
}
