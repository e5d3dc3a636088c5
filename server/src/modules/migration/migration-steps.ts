import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { migrationFiles } from '../../archive/stored-zips.ts';
import { refusedArchive } from '../../archive/refused-archive.ts';
import { addressOf } from '../../config/config.ts';
import { hostedServer } from '../../hosting/browser/page-server.ts';
import { askFollowing } from '../../hosting/local/ask-site.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { digestOfFile } from '../backup/backup-archive.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { COMPARE_MS, comparePages, pageAddresses } from './compare-pages.ts';
import { downloadArchive, FETCH_MS } from './download-archive.ts';
import { taskMigration, updateMigration } from './migration.repo.ts';
import { picturePages } from './picture-pages.ts';

/** `kind`: what the archive becomes. */
export const MigrationPayload = definePayload(
  v.object({ migrationId: v.string(), kind: v.picklist(['wordpress', 'static']) }),
);
export type MigrationPayload = PayloadOf<typeof MigrationPayload>;

async function migrationOf({ app, task }: StepContext) {
  const row = await taskMigration(app.db, MigrationPayload.of(task.payload).migrationId);
  if (!row) throw new Error(`The migration of task ${task.id} is gone.`);
  return row;
}

/** Downloads the archive of a sharing link. An uploaded one is there already. */
export const fetchStep: StepDefinition = {
  name: 'fetch',
  title: 'Getting the archive',
  cancel: 'now',
  timeoutMs: FETCH_MS,
  retry: { times: 2, backoffSeconds: 5 },
  async run(context) {
    const { app, task, signal, note } = context;
    const row = await migrationOf(context);
    const file = migrationFiles(app.config).fileOf(row.id);
    if (row.sharingLink) await downloadArchive(context, row.id, row.sharingLink);
    const { kind, fileCount } = await app.uploads.run('importPlan', `task ${task.id}`, { file });
    if (kind !== MigrationPayload.of(task.payload).kind)
      throw refusedArchive('The archive contains no WordPress: wp-content and a database dump are missing.');
    note(`The archive contains ${fileCount} files of the site`);
    const { sha256: archiveSha256 } = await digestOfFile(file, signal);
    await updateMigration(app.db, row.id, { archiveSha256 });
  },
  async check(context) {
    const { id, archiveSha256 } = await migrationOf(context);
    return archiveSha256 !== null && exists(migrationFiles(context.app.config).fileOf(id));
  },
};

/** Requests the pages of the copy and of the original. Differences are recorded; they do not fail the migration. */
export const compareStep: StepDefinition = {
  name: 'compare',
  title: 'Comparing the copy with the original',
  cancel: 'now',
  timeoutMs: COMPARE_MS,
  async run(context) {
    const { app, signal, progress, note } = context;
    const row = await migrationOf(context);
    const site = await siteOf(context);
    const url = addressOf(app.config, site.fqdn);
    const endpoint = await app.hosting.start(site.id);
    const { paths, others } =
      site.type === 'wordpress'
        ? await pageAddresses(app.hosting, site.id, { signal, note })
        : { paths: ['/'], others: 0 };
    const pages = await comparePages({
      paths,
      copy: (target, limit) => askFollowing(endpoint, url, target, limit),
      original: row.sourceUrl ? (target, limit) => app.outside.page(new URL(target, row.sourceUrl ?? ''), limit) : null,
      signal,
      onPage: (done) => progress({ done, total: paths.length, unit: 'items' }),
    });
    const same = pages.filter(({ difference }) => difference === null).length;
    const left_out = others + paths.length - pages.length;
    note(`${same} of ${pages.length} compared pages agree with the original, ${left_out} are left out`);
    await updateMigration(app.db, row.id, {
      rehearsal: { checked_at: app.clock.now().toISOString(), pages, left_out },
    });
  },
  check: async (context) => (await migrationOf(context)).rehearsal !== null,
};

/** Takes pictures of both sides where this server has a browser. */
export const pictureStep: StepDefinition = {
  name: 'picture',
  title: 'Picturing the pages of both sides',
  cancel: 'now',
  timeoutMs: 20 * 60_000,
  async run(context) {
    const { app, note } = context;
    const row = await migrationOf(context);
    if (row.rehearsal === null) throw new Error(`The pages of migration ${row.id} were not compared.`);
    if (!app.pictures || !(await app.pictures.available())) {
      note('This server has no browser for pictures');
      return updateMigration(app.db, row.id, { rehearsal: { ...row.rehearsal, pictures: 'none' } });
    }
    const site = await siteOf(context);
    const url = addressOf(app.config, site.fqdn);
    const release = app.hosting.lease?.(site.id, 'upkeep');
    const pages = await picturePages({
      context,
      migration: { id: row.id, siteId: site.id },
      pages: row.rehearsal.pages,
      copy: { url, server: hostedServer(url, await app.hosting.start(site.id, 'upkeep')) },
      sourceUrl: row.sourceUrl,
    }).finally(() => release?.());
    note(`${pages.filter(({ pictured }) => pictured?.copy).length} of ${pages.length} pages are pictured`);
    await updateMigration(app.db, row.id, { rehearsal: { ...row.rehearsal, pages, pictures: 'taken' } });
  },
  check: async (context) => (await migrationOf(context)).rehearsal?.pictures !== undefined,
};
