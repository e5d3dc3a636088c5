import { PORTABLE_DATABASE, restoreGuide, wordpressGuide } from '../restore-guide.ts';
import { pack, phpSeries } from '../site-archive.ts';
import { withDatabaseCopy, withPortableCopy } from '../site-database.ts';
import type { Given } from './kind.ts';

/** The files of WordPress that an archive leaves out, even of a site with its own copy. */
const OWN_CORE = ['wp-admin', 'wp-includes'];

/** Writes files and a consistent database to an archive. */
export async function packWordPress({ tools, folder, record }: Given, partial: string): Promise<void> {
  const shared = await tools.cores.of(folder);
  const version =
    shared?.version ?? (await tools.agent.need(folder.mount, 'version', {}, 'We could not back up the site.'));
  const core = shared !== null || version === tools.runtime.wordpress.version ? version : null;
  const without = (shared?.entries ?? (core === null ? [] : OWN_CORE)).map((name) => `public/${name}`);
  await withDatabaseCopy(tools, folder, 'archive', async (database) => {
    const paths = ['public', 'wp-config.php', `data/${database}`];
    const php = phpSeries(tools, record);
    const manifest = { format: 1, kind: record.kind, core, database, php } as const;
    await withPortableCopy(tools, folder, database, async (copy) => {
      const sql = copy === null ? null : copy === database ? `data/${database}` : PORTABLE_DATABASE;
      const guide = restoreGuide(record.url, wordpressGuide({ core, php, sql }));
      const portable = copy === null || copy === database ? null : copy;
      await pack(tools, folder, manifest, partial, { paths, without, guide, portable });
    });
  });
}
