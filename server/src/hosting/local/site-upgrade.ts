import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { HostingDriver } from '../driver.ts';
import { HostingError, type Failure } from '../hosting-error.ts';
import { versionsOf } from '../runtime/php-versions.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { coreOf } from './site-archive.ts';
import { DATABASE, readRecord, withWorkFolder, writeRecord, type SiteFolder, type SiteRecord } from './site-folder.ts';
import { copyParts, keepDatabase } from './site-parts.ts';
import { commandFailed, type SiteTools } from './site-tools.ts';
import { finishWork } from './wordpress-site.ts';
import { sentence } from '../../lib/sentence.ts';

const UPGRADING = 'We could not change the version of WordPress.';

type Deps = {
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T>;
};

/** Brings a database to the version of the WordPress in its mount. Plugins and themes do not run. */
export async function updateDatabase({ runtime }: Pick<SiteTools, 'runtime'>, mount: SiteMount): Promise<void> {
  const args = ['core', 'update-db', '--skip-plugins', '--skip-themes'];
  const result = await runtime.php.wp(mount, args, { env: { PANEL_DB_FILE: DATABASE } });
  if (result.code !== 0) throw commandFailed('We could not update the database.', result);
}

/** @throws HostingError UNSUPPORTED for a site that is no WordPress */
async function wordpressRecord(folder: SiteFolder): Promise<SiteRecord> {
  const record = await readRecord(folder);
  if (record.kind === 'wordpress') return record;
  throw new HostingError('UNSUPPORTED', 'Only WordPress sites have a version.', { retryable: false });
}

/** Gives a site another version of WordPress or PHP. */
export const createUpgrade = ({ folderOf, toolsOf, standing }: Deps): Pick<HostingDriver, 'upgrade' | 'usePhp'> => ({
  // A copy of the site is made with the new WordPress, whose database is updated, and which then replaces the site.
  upgrade: (siteId, version) =>
    standing(siteId, UPGRADING, async () => {
      const folder = folderOf(siteId);
      const record = await wordpressRecord(folder);
      const tools = await toolsOf(siteId);
      await withWorkFolder(folder, async (work) => {
        await copyParts(tools, folder, work, ['public', 'wp-config.php'], UPGRADING);
        await keepDatabase(tools, folder, work, UPGRADING);
        const next = await tools.cores.get(version);
        // A site with its own files gets those of the version; shared ones hide what is in their place.
        if (!tools.runtime.php.sharesCore)
          for (const name of next.entries) await rm(path.join(work, 'public', name), { recursive: true, force: true });
        const core = await coreOf(tools, work, { core: version });
        const { php } = record;
        const mount = { ...folder.mount, live: work, core, phpVersion: php };
        await tools.runtime.php.own(mount);
        await updateDatabase(tools, mount);
        await finishWork(tools.runtime, folder, { work, core, php }, { from: record.url, to: record.url });
      });
    }),
  usePhp: (siteId, version) =>
    standing(siteId, 'We could not change the version of PHP.', async () => {
      const folder = folderOf(siteId);
      const record = await wordpressRecord(folder);
      const { php } = (await toolsOf(siteId)).runtime;
      if (!versionsOf(php).some(({ id }) => id === version))
        throw new HostingError(
          'UNSUPPORTED',
          sentence('This server no longer has PHP {version}. Choose another version.', { version }),
          { retryable: false },
        );
      // A process that waits for the next command has the old version.
      await php.release(folder.live);
      await writeRecord(folder, { ...record, php: version });
    }),
});
