import { planImport } from '../../archive/import-plan.ts';
import { migrationFiles } from '../../archive/stored-zips.ts';
import { refusedArchive } from '../../archive/zip-entries.ts';
import { addressOf } from '../../config.ts';
import { askFollowing } from '../../hosting/local/ask-site.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { comparePages, pageAddresses } from './compare-pages.ts';
import { downloadArchive } from './download-archive.ts';
import { taskMigration, updateMigration } from './migration.repo.ts';

/** `kind`: what the archive becomes. */
export type MigrationPayload = { migrationId: string; kind: 'wordpress' | 'static' };

async function migrationOf({ app, task }: StepContext) {
  const row = await taskMigration(app.db, (task.payload as MigrationPayload).migrationId);
  if (!row) throw new Error(`The migration of task ${task.id} is gone.`);
  return row;
}

/** Downloads the archive of a sharing link. An uploaded one is there already. */
export const fetchStep: StepDefinition = {
  name: 'fetch',
  title: 'Getting the archive',
  cancel: 'now',
  retry: { times: 2, backoffSeconds: 5 },
  async run(context) {
    const { app, task, note } = context;
    const row = await migrationOf(context);
    const file = migrationFiles(app.config).fileOf(row.id);
    if (row.sharingLink) await downloadArchive(context, row.id, row.sharingLink);
    const { kind, files } = await planImport({ file });
    if (kind !== (task.payload as MigrationPayload).kind)
      throw refusedArchive('The archive contains no WordPress: wp-content and a database dump are missing.');
    note(`The archive contains ${files.size} files of the site`);
  },
  check: async (context) => exists(migrationFiles(context.app.config).fileOf((await migrationOf(context)).id)),
};

/** Requests the pages of the copy and of the original. Differences are recorded; they do not fail the migration. */
export const compareStep: StepDefinition = {
  name: 'compare',
  title: 'Comparing the copy with the original',
  cancel: 'now',
  async run(context) {
    const { app, signal, progress, note } = context;
    const row = await migrationOf(context);
    const site = await siteOf(context);
    const url = addressOf(app.config, site.fqdn);
    const endpoint = await app.hosting.start(site.id);
    const paths = site.type === 'wordpress' ? await pageAddresses(app.hosting, site.id, signal) : ['/'];
    const pages = await comparePages({
      paths,
      copy: (target, limit) => askFollowing(endpoint, url, target, limit),
      original: row.sourceUrl ? (target, limit) => app.outside.page(new URL(target, row.sourceUrl ?? ''), limit) : null,
      signal,
      onPage: (done) => progress({ done, total: paths.length, unit: 'items' }),
    });
    const same = pages.filter(({ difference }) => difference === null).length;
    note(`${same} of ${pages.length} pages agree with the original`);
    await updateMigration(app.db, row.id, { rehearsal: { checked_at: app.clock.now().toISOString(), pages } });
  },
  check: async (context) => (await migrationOf(context)).rehearsal !== null,
};
