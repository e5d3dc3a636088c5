import { planImport } from '../../archive/import-plan.ts';
import { migrationFiles } from '../../archive/stored-zips.ts';
import type { CallContext } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { found, scopeOf } from '../../http/scope.ts';
import { checkSite, looksWell } from '../site/site-checks.ts';
import { enqueueSiteTask, renameSite, writeNewSite } from '../site/site-commands.service.ts';
import { newSiteName } from '../site/site-name.ts';
import { findSite } from '../site/site.service.ts';
import { customerOf, lockMigration, moveMigration, type MigrationRow } from './migration.repo.ts';
import type { MigrationPayload } from './migration-steps.ts';

/** The name of the copy until it gets its address. */
const copyName = (id: string): string => `copy-${id.replaceAll('-', '').slice(0, 12)}`;

/**
 * Starts the rehearsal: a task makes a copy of the site on an address of its own, as a site of the migration's customer,
 * and compares it with the original.
 * @throws PanelError SITE_QUOTA, MIGRATION_TRANSITION, ARCHIVE_REFUSED
 */
export async function startMigration(context: CallContext, row: MigrationRow): Promise<void> {
  const { app, partner } = context;
  // What a link leads to is known later; a site without WordPress can only be uploaded.
  const kind =
    row.type === 'backup' ? (await planImport({ file: migrationFiles(app.config).fileOf(row.id) })).kind : 'wordpress';
  await app.db.transaction(async (tx) => {
    const { id, customerId } = found(await lockMigration(tx, scopeOf(context), row.id));
    const customer = found(await customerOf(tx, { customerId }));
    const name = copyName(id);
    const site = await writeNewSite(
      context,
      tx,
      {
        ...{ customerId, name, fqdn: `${name}.${partner.sitesDomain}` },
        type: kind === 'wordpress' ? 'wordpress' : 'ftp',
      },
      customer,
    );
    const payload: MigrationPayload = { migrationId: id, kind };
    const taskId = await enqueueSiteTask(context, tx, { kind: 'migration.rehearse', site, payload });
    await moveMigration(tx, id, 'inprogress', { siteId: site.id, taskId });
  });
}

/**
 * Moves the copy to the chosen address. A task sets the migration to ready once the site answers there.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, NAME_TAKEN, NAME_RESERVED
 */
export async function cutOver(context: CallContext, row: MigrationRow): Promise<void> {
  const { app, partner } = context;
  if (row.siteId === null) throw new PanelError('NOT_FOUND');
  const site = await findSite(context, { id: row.siteId });
  if (site.fqdn !== row.fqdn) {
    newSiteName(row.fqdn, partner.sitesDomain, 'fqdn');
    await renameSite(context, site.fqdn, row.fqdn, 'migration.cut-over');
    return;
  }
  // Its owner has renamed it already.
  const answers = site.status === 'ready' && (await checkSite(app, site, site.fqdn).then(looksWell, () => false));
  if (!answers) throw new PanelError('SITE_NOT_READY');
  await app.db.transaction((tx) => moveMigration(tx, row.id, 'ready', { error: null }));
}
