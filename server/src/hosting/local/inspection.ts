import { chown, lstat, rename } from 'node:fs/promises';
import path from 'node:path';
import type { SiteAgent } from '../agent/index.ts';
import type { HostingDriver } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import { writeAtomic } from './panel-files.ts';
import { compareFiles } from './compare-sites.ts';
import { DATABASE_FILE } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';
import { isOwnConfig, withDebugLog } from './wp-config.ts';

/** A configuration that the agent returned whole, as text. */
const MAX_CONFIG = 60_000;

/**
 * Switches the debug log in the configuration of a site, with one rename. The file keeps its owner, because the site must
 * be able to read it and not to change it.
 * @throws HostingError UNSUPPORTED for a configuration that is not the panel's
 */
async function switchDebugLog(agent: SiteAgent, folder: SiteFolder, enabled: boolean): Promise<void> {
  const file = path.basename(folder.config);
  const config = (await agent.need(folder.mount, 'text', { file }, 'read the configuration of the site')) ?? '';
  const isWhole = isOwnConfig(config) && config.length < MAX_CONFIG && !config.includes('\uFFFD');
  const next = isWhole ? withDebugLog(config, enabled) : null;
  if (next === null)
    throw new HostingError(
      'UNSUPPORTED',
      'The configuration of this site was changed, so the panel cannot switch the debug log. Set WP_DEBUG_LOG in wp-config.php yourself.',
      { retryable: false },
    );
  if (next === config) return;
  const { uid, gid, mode } = await lstat(folder.config);
  const prepared = path.join(folder.root, 'wp-config-next.php');
  await writeAtomic(prepared, next, mode & 0o777);
  await chown(prepared, uid, gid);
  await rename(prepared, folder.config);
}

type Deps = {
  agent: SiteAgent;
  folderOf(siteId: string): SiteFolder;
  standing<T>(siteId: string, doing: string, work: () => Promise<T>): Promise<T>;
  /** Time limit for counting the files of the largest sites. */
  measureMs: number;
};

/** What an owner looks at in the folder of a site: its debug log and what takes its space. */
export const createInspection = ({
  agent,
  folderOf,
  standing,
  measureMs,
}: Deps): Pick<HostingDriver, 'debugLog' | 'setDebugLog' | 'folderSizes' | 'compareFiles' | 'tables'> => ({
  debugLog: (siteId) => agent.need(folderOf(siteId).mount, 'debugLog', {}, 'read the debug log'),
  setDebugLog: (siteId, enabled) =>
    standing(siteId, 'change the debug log', () => switchDebugLog(agent, folderOf(siteId), enabled)),
  folderSizes: (siteId, folder) =>
    agent.need(folderOf(siteId).mount, 'folders', { folder }, 'measure the folder', { deadlineMs: measureMs }),
  compareFiles: (fromId, toId) => compareFiles(agent, folderOf(fromId).mount, folderOf(toId).mount),
  async tables(siteId, since) {
    const input = { file: DATABASE_FILE, since: since.toISOString().slice(0, 19).replace('T', ' ') };
    const options = { deadlineMs: measureMs };
    return (await agent.need(folderOf(siteId).mount, 'tables', input, 'count the rows of the database', options)) ?? [];
  },
});
