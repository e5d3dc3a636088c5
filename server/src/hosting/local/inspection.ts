import { chown, lstat, rename } from 'node:fs/promises';
import path from 'node:path';
import type { SiteAgent } from '../agent/index.ts';
import type { Arrival, HostingDriver } from '../driver.ts';
import { HostingError, type Failure } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { contentMarkOf } from './content-mark.ts';
import { writeAtomic } from './panel-files.ts';
import { compareFiles } from './compare-sites.ts';
import { tablesOf } from './site-database.ts';
import { isWelcomePage } from './static-site.ts';
import type { SiteFolder } from './site-folder.ts';
import { isWholeConfig, withDebugLog } from './wp-config.ts';

/**
 * Switches the debug log in the configuration of a site, with one rename. The file keeps its owner, because the site must
 * be able to read it and not to change it.
 * @throws HostingError UNSUPPORTED for a configuration that is not the panel's
 */
async function switchDebugLog(agent: SiteAgent, folder: SiteFolder, enabled: boolean): Promise<void> {
  const file = path.basename(folder.config);
  const config =
    (await agent.need(folder.mount, 'text', { file }, 'We could not read the configuration of the site.')) ?? '';
  const next = isWholeConfig(config) ? withDebugLog(config, enabled) : null;
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
  runtime: HostingRuntime;
  folderOf(siteId: string): SiteFolder;
  standing<T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T>;
  /** Time limit for counting the files of the largest sites. */
  measureMs: number;
};

const INDEX = 'index.html';

/** Looks at the files of a static site by name, and at the beginning of its home page. */
async function arrivedAt(agent: SiteAgent, { mount }: SiteFolder): Promise<Arrival> {
  const failure = 'We could not look at the files of the site.';
  const index = await agent.need(mount, 'text', { file: `public/${INDEX}` }, failure);
  if (index !== null && !isWelcomePage(index)) return 'index';
  const listing = await agent.need(mount, 'folders', { folder: 'public' }, failure);
  return listing?.entries.some(({ name }) => name !== INDEX) ? 'files' : 'nothing';
}

type Inspected = 'debugLog' | 'setDebugLog' | 'folderSizes' | 'arrived' | 'compareFiles' | 'tables' | 'contentMark';

/** What an owner looks at in the folder of a site: its debug log and what takes its space. */
export const createInspection = ({
  agent,
  runtime,
  folderOf,
  standing,
  measureMs,
}: Deps): Pick<HostingDriver, Inspected> => ({
  contentMark: async (siteId) => contentMarkOf(folderOf(siteId)),
  debugLog: (siteId) => agent.need(folderOf(siteId).mount, 'debugLog', {}, 'We could not read the debug log.'),
  setDebugLog: (siteId, enabled) =>
    standing(siteId, 'We could not change the debug log.', () => switchDebugLog(agent, folderOf(siteId), enabled)),
  folderSizes: (siteId, folder) =>
    agent.need(folderOf(siteId).mount, 'folders', { folder }, 'We could not measure the folder.', {
      deadlineMs: measureMs,
    }),
  arrived: (siteId) => arrivedAt(agent, folderOf(siteId)),
  compareFiles: (fromId, toId) => compareFiles(agent, folderOf(fromId).mount, folderOf(toId).mount),
  async tables(siteId, since) {
    const time = since.toISOString().slice(0, 19).replace('T', ' ');
    return tablesOf({ runtime, agent }, folderOf(siteId).mount, time, measureMs);
  },
});
