import type { WrittenRows } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { migrationFiles } from '../../archive/stored-zips.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { readable } from '../site/readable.ts';
import { checkSite, looksWell } from '../site/site-checks.ts';
import { renameSite } from '../site-address/rename-site.ts';
import { writeNewSite } from '../site-install/new-site.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { enqueueSiteTask } from '../site/start-site-task.ts';
import { newSiteName } from '../site/site-name.ts';
import { moveSite } from '../site/site.repo.ts';
import { lockIdle } from '../site/find-site.ts';
import { findSite } from '../site/find-site.ts';
import { customerOf, lockMigration, moveMigration, updateMigration, type MigrationRow } from './migration.repo.ts';
import { checkedArchive, checkSameKind } from './checked-archive.ts';
import type { CarryPayload } from './carry-steps.ts';
import type { MigrationPayload } from './migration-steps.ts';
import { hasPort } from '../site/site-ports.ts';

/** The name of the copy until it gets its address. */
const copyName = (id: string): string => `copy-${id.replaceAll('-', '').slice(0, 12)}`;

/** Stores the task that makes a zip of an uploaded tar.gz, with its migration. */
export const prepareArchive = (
  context: CallContext,
  tx: Database,
  { id, fqdn }: Pick<MigrationRow, 'id' | 'fqdn'>,
): Promise<string> =>
  context.app.tasks.enqueue(tx, {
    kind: 'migration.prepare',
    partnerId: context.partner.id,
    customerId: signedIn(context).id,
    userId: signedIn(context).id,
    resourceId: id,
    nodeId: context.app.machine.here(),
    title: fqdn,
    payload: {},
  });

/**
 * Starts the rehearsal: a task makes a copy of the site on an address of its own, as a site of the migration's customer,
 * and compares it with the original.
 * @throws PanelError SITE_QUOTA, MIGRATION_TRANSITION, ARCHIVE_REFUSED; TASK_RUNNING while its archive is prepared
 */
export async function startMigration(context: CallContext, row: MigrationRow): Promise<void> {
  const { app, partner } = context;
  // None begins later: it is stored with the migration.
  const preparing = await openTaskOf(app.db, 'migration', row.id);
  if (preparing) throw new PanelError('TASK_RUNNING', {}, { task_id: preparing });
  // What a link leads to is known later; a site without WordPress can only be uploaded.
  const kind =
    row.type === 'backup'
      ? (await app.uploads.run('importPlan', signedIn(context).id, { file: migrationFiles(app.config).fileOf(row.id) }))
          .kind
      : 'wordpress';
  await app.db.transaction(async (tx) => {
    const { id, customerId, otherTables } = found(await lockMigration(tx, scopeOf(context), row.id));
    const customer = found(await customerOf(tx, { customerId }));
    const name = copyName(id);
    const site = await writeNewSite(
      context,
      tx,
      {
        ...{ customerId, name, fqdn: `${name}.${partner.sitesDomain}` },
        // What was uploaded for it is on this machine.
        ...(row.type === 'backup' && { nodeId: app.machine.here() }),
        type: kind === 'wordpress' ? 'wordpress' : 'ftp',
      },
      { user: customer },
    );
    const payload: MigrationPayload = { migrationId: id, kind, otherTables };
    const taskId = await enqueueSiteTask(context, tx, { kind: 'migration.rehearse', site, payload });
    await moveMigration(tx, id, 'inprogress', { siteId: site.id, taskId });
  });
}

/**
 * Moves the copy to the chosen address; with `carry`, what changed on the original is brought over first. A task sets the
 * migration to ready once the site answers there.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, NAME_TAKEN, NAME_RESERVED
 */
export async function cutOver(context: CallContext, row: MigrationRow, carry: boolean): Promise<void> {
  const { app, partner } = context;
  if (row.siteId === null) throw new PanelError('NOT_FOUND');
  const site = await findSite(context, { id: row.siteId });
  const more: CarryPayload = carry ? { migrationId: row.id } : {};
  if (site.fqdn !== row.fqdn) {
    newSiteName(row.fqdn, partner.sitesDomain, 'fqdn');
    await renameSite(context, site.fqdn, row.fqdn, 'migration.cut-over', more);
    return;
  }
  // Its owner has renamed it already.
  if (carry && (row.sharingLink !== null || (await exists(migrationFiles(app.config).fileOf(row.id))))) {
    await app.db.transaction(async (tx) => {
      const locked = await lockIdle(context, tx, site.id);
      if (locked.status !== 'ready') throw new PanelError('SITE_NOT_READY');
      await moveSite(tx, locked.id, 'processing');
      const payload = { ...more, from: locked.fqdn, to: locked.fqdn, sitesDomain: partner.sitesDomain };
      await enqueueSiteTask(context, tx, { kind: 'migration.cut-over', site: locked, payload });
    });
    return;
  }
  const answers = site.status === 'ready' && (await checkSite(app, site, site.fqdn).then(looksWell, () => false));
  if (!answers) throw new PanelError('SITE_NOT_READY');
  await app.db.transaction((tx) => moveMigration(tx, row.id, 'ready', { error: null }));
}

/**
 * Rows that were written on the complete copy since it was made.
 * @throws PanelError NOT_FOUND, also before the copy is complete, SITE_UNAVAILABLE
 */
export async function writtenRows(context: CallContext, row: MigrationRow): Promise<WrittenRows> {
  const { siteId, copiedAt } = row;
  if (siteId === null || copiedAt === null) throw new PanelError('NOT_FOUND');
  const tables = await readable(context, siteId, () => context.app.hosting.tables(siteId, copiedAt));
  return {
    since: copiedAt.toISOString(),
    newer: tables.flatMap(({ kind, newer }) => (kind && newer ? [{ kind, rows: newer }] : [])),
  };
}

/**
 * Stores a newer backup of a site whose copy is complete, until the copy is moved to its address.
 * @throws PanelError NOT_FOUND, CONFLICT, TASK_RUNNING, TOO_LARGE, ARCHIVE_REFUSED
 */
export async function storeNewerArchive(context: CallContext, row: MigrationRow, file: File): Promise<void> {
  const { app } = context;
  refuseAbuse(context);
  if (row.type !== 'backup' || row.status !== 'completed' || row.siteId === null) throw new PanelError('CONFLICT');
  const site = await findSite(context, { id: row.siteId });
  // The task that reads the archive runs there.
  app.machine.needHere(site.nodeId);
  const { upload, fileName, kind } = await checkedArchive(context, file);
  // That of a tar.gz is known to the task that makes a zip of it.
  if (kind !== null) checkSameKind(kind, hasPort(app, site, 'wordpress'));
  await app.db.transaction(async (tx) => {
    const locked = found(await lockMigration(tx, scopeOf(context), row.id));
    if (locked.status !== 'completed' || locked.siteId === null) throw new PanelError('CONFLICT');
    const running = await openTaskOf(tx, 'site', locked.siteId);
    if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
    await migrationFiles(app.config).take(row.id, upload);
    await updateMigration(tx, row.id, { fileName, fileSize: upload.size });
  });
}
