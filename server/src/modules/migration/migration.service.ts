import { randomBytes, randomUUID } from 'node:crypto';
import { MIGRATION_TRANSITIONS, type Migration, type MigrationInput } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { audit } from '../../context/audit.repo.ts';
import { isStaff, signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { removeDiscarded } from '../../storage/discarded.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { refusedArchive } from '../../archive/refused-archive.ts';
import { migrationFiles } from '../../archive/stored-zips.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { newSiteName } from '../site/site-name.ts';
import { isHostTaken } from '../site/site.repo.ts';
import {
  countMigrations,
  deleteMigration,
  findByToken,
  findMigration,
  insertMigration,
  notifyStaff,
  lockMigration,
  moveMigration,
  updateMigration,
  type MigrationChange,
  type MigrationRow,
} from './migration.repo.ts';
import { checkedArchive } from './checked-archive.ts';
import { formOf } from './as-zip.ts';
import { cutOver, prepareArchive, startMigration } from './migration-work.service.ts';
import { migrationFolderKey } from './migration-pictures.ts';
import { publicMigration } from './public-migration.ts';

/** Migrations of one customer that are waiting, running or failed; each may have an archive on disk. */
const MIGRATIONS_MAX = 20;

/**
 * A migration of the caller's scope.
 * @throws PanelError NOT_FOUND, also for those of others
 */
export const showMigration = async (context: CallContext, id: string): Promise<MigrationRow> =>
  found(await findMigration(context.app.db, scopeOf(context), id));

const invalid = (field: string, text: string): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { [field]: text } });

/** Rejects an address that no new site could have. @throws PanelError VALIDATION, NAME_TAKEN, NAME_RESERVED */
async function checkAddress({ app, partner }: CallContext, fqdn: string): Promise<void> {
  newSiteName(fqdn, partner.sitesDomain, 'fqdn');
  if (await isHostTaken(app.db, fqdn)) throw new PanelError('NAME_TAKEN');
}

/** The checked archive of a backup migration; null for the other types. */
async function archiveOf(context: CallContext, { type }: MigrationInput, file: File | undefined) {
  if (type !== 'backup') {
    if (file) throw invalid('backupZipFile', 'Only a migration from a backup has a file.');
    return null;
  }
  if (!file) throw invalid('backupZipFile', 'Choose a zip or tar.gz file.');
  return checkedArchive(context, file);
}

/**
 * Stores the request for a migration, with its archive. The address is not reserved.
 * @throws PanelError TENANT_MISMATCH, ABUSE, VALIDATION, NAME_TAKEN, NAME_RESERVED, MIGRATION_LIMIT, TOO_LARGE,
 *   ARCHIVE_REFUSED
 */
export async function createMigration(
  context: CallContext,
  { migration, backupZipFile }: { migration: MigrationInput & TenantHints; backupZipFile?: File },
): Promise<{ status: true; data: Migration }> {
  await checkTenant(context, migration);
  refuseAbuse(context);
  await checkAddress(context, migration.fqdn);
  const archive = await archiveOf(context, migration, backupZipFile);
  const facts = {
    type: migration.type,
    fqdn: migration.fqdn,
    sourceUrl: migration.source_url,
    otherTables: migration.other_tables,
    sharingLink: migration.type === 'backup' ? null : migration.sharingLink,
    fileName: archive?.fileName ?? null,
    fileSize: archive?.upload.size ?? null,
  };
  return storeMigration(context, facts, async (id) => {
    if (archive) await migrationFiles(context.app.config).take(id, archive.upload);
  });
}

type Facts = Pick<
  MigrationRow,
  'type' | 'fqdn' | 'sourceUrl' | 'otherTables' | 'sharingLink' | 'fileName' | 'fileSize'
>;

/** Stores a migration that waits; `provide` stores its archive first, so that a row always has one. */
async function storeMigration(
  context: CallContext,
  facts: Facts,
  provide: (id: string) => Promise<void>,
): Promise<{ status: true; data: Migration }> {
  const { app, partner } = context;
  const customerId = signedIn(context).id;
  const id = randomUUID();
  await provide(id);
  try {
    const isTar = facts.type === 'backup' && (await formOf(migrationFiles(app.config).fileOf(id))) === 'gzip';
    return await app.db.transaction(async (tx) => {
      if ((await countMigrations(tx, customerId)) >= MIGRATIONS_MAX)
        throw new PanelError('MIGRATION_LIMIT', { limit: MIGRATIONS_MAX });
      const token = randomBytes(32).toString('base64url');
      await insertMigration(tx, { ...facts, id, customerId, partnerId: partner.id, token });
      if (isTar) await updateMigration(tx, id, { taskId: await prepareArchive(context, tx, { id, fqdn: facts.fqdn }) });
      await notifyStaff(tx, { id, partnerId: partner.id, fqdn: facts.fqdn, by: signedIn(context) });
      const row = found(await findMigration(tx, scopeOf(context), id));
      const answer = { status: true as const, data: publicMigration(context)(row) };
      await context.remember(tx, answer);
      return answer;
    });
  } catch (error) {
    await migrationFiles(app.config).remove(id);
    throw error;
  }
}

type Update = TenantHints & {
  id: string;
  fqdn?: string;
  source_url?: string | null;
  sharingLink?: string;
  expected?: Expected<{ fqdn: string; source_url: string | null }>;
};

/**
 * Changes a migration that waits; its address also once the copy is complete.
 * @throws PanelError NOT_FOUND, TENANT_MISMATCH, VALIDATION, NAME_TAKEN, NAME_RESERVED, CONFLICT
 */
export async function changeMigration(
  context: CallContext,
  { id, fqdn, source_url: sourceUrl, sharingLink, expected, ...hints }: Update,
): Promise<MigrationRow> {
  await checkTenant(context, hints);
  const before = await showMigration(context, id);
  if (fqdn !== undefined && fqdn !== before.fqdn) await checkAddress(context, fqdn);
  if (sharingLink !== undefined && before.type === 'backup')
    throw invalid('sharingLink', 'A migration from a backup has no link.');
  await context.app.db.transaction(async (tx) => {
    const row = found(await lockMigration(tx, scopeOf(context), id));
    checkExpected(expected, { fqdn: row.fqdn, source_url: row.sourceUrl });
    const late = sourceUrl !== undefined || sharingLink !== undefined;
    if (row.status !== 'pending' && (late || row.status !== 'completed')) throw new PanelError('CONFLICT');
    const change: MigrationChange = {
      ...(fqdn === undefined ? {} : { fqdn }),
      ...(sourceUrl === undefined ? {} : { sourceUrl }),
      ...(sharingLink === undefined ? {} : { sharingLink }),
    };
    await updateMigration(tx, id, change);
  });
  return showMigration(context, id);
}

type StatusChange = {
  id: string;
  status: 'inprogress' | 'cancelled' | 'ready' | 'failed';
  carry: boolean;
  reason?: string;
};

/**
 * Moves a migration on: staff start it or give it up; its customer, too, cancels it or has its copy moved to the chosen
 * address. Completed and ready are set by the tasks, after their checks.
 * @throws PanelError NOT_FOUND, FORBIDDEN, MIGRATION_TRANSITION, TASK_RUNNING, TASK_NOT_CANCELLABLE, DISK_FULL, and what a
 *   new site or a rename throws
 */
export async function setMigrationStatus(
  context: CallContext,
  { id, status, carry, reason }: StatusChange,
): Promise<MigrationRow> {
  const row = await showMigration(context, id);
  if (!isStaff(signedIn(context)) && status !== 'cancelled' && status !== 'ready') throw new PanelError('FORBIDDEN');
  if (!MIGRATION_TRANSITIONS[row.status].includes(status))
    throw new PanelError('MIGRATION_TRANSITION', { from: row.status, to: status });
  const { app } = context;
  // Both copy a site; ending a migration frees space.
  if ((status === 'inprogress' || status === 'ready') && (await app.disk.isLow())) throw new PanelError('DISK_FULL');
  if (status === 'inprogress') await startMigration(context, row);
  else if (status === 'ready') await cutOver(context, row, carry);
  else await endMigration(context, row, status, reason);
  await auditMigration(context, 'migration.status', row, { status });
  return showMigration(context, id);
}

/** Ends one that waits; a running one is cancelled by its task. */
async function endMigration(
  context: CallContext,
  { id }: MigrationRow,
  status: 'cancelled' | 'failed',
  reason = 'The migration was set to failed.',
): Promise<void> {
  const { app } = context;
  const running = await app.db.transaction(async (tx) => {
    const row = found(await lockMigration(tx, scopeOf(context), id));
    const task = await runningTask(tx, row);
    if (!task) await moveMigration(tx, id, status, status === 'failed' ? { error: reason } : {});
    return task;
  });
  if (running && status === 'failed') throw new PanelError('TASK_RUNNING', {}, { task_id: running });
  if (running) return app.tasks.cancel(app, running);
  if (status === 'cancelled') await migrationFiles(app.config).remove(id);
}

/** The open task on a locked migration or its site, which cannot be started meanwhile. */
const runningTask = async (tx: Database, { id, siteId }: Pick<MigrationRow, 'id' | 'siteId'>) =>
  siteId ? openTaskOf(tx, 'site', siteId) : openTaskOf(tx, 'migration', id);

/**
 * A new migration with what a failed one had; a terminal status is final.
 * @throws PanelError NOT_FOUND, MIGRATION_TRANSITION, MIGRATION_LIMIT, ARCHIVE_REFUSED
 */
export async function retryMigration(context: CallContext, id: string): Promise<{ status: true; data: Migration }> {
  const before = await showMigration(context, id);
  refuseAbuse(context);
  if (before.status !== 'failed') throw new PanelError('MIGRATION_TRANSITION', { from: before.status, to: 'pending' });
  const { type, fqdn, sourceUrl, otherTables, sharingLink, fileName, fileSize } = before;
  const files = migrationFiles(context.app.config);
  const answer = await storeMigration(
    context,
    { type, fqdn, sourceUrl, otherTables, sharingLink, fileName, fileSize },
    async (as) => {
      if (type !== 'backup') return;
      await files.share(id, as).catch(() => {
        throw refusedArchive('The archive of this migration is gone. Start a new migration.');
      });
    },
  );
  await files.remove(id);
  return answer;
}

/** Deletes a migration and its archive; one that is gone already counts as deleted. A site that it made stays. */
export async function removeMigration(context: CallContext, id: string): Promise<void> {
  const { app } = context;
  const row = await findMigration(app.db, scopeOf(context), id);
  if (!row) return;
  const folder = row.siteId === null ? null : migrationFolderKey({ id, siteId: row.siteId });
  // The row first: a row always has its archive.
  await app.db.transaction(async (tx) => {
    const locked = await lockMigration(tx, scopeOf(context), id);
    const running = locked && (await runningTask(tx, locked));
    if (running) throw new PanelError('TASK_RUNNING', {}, { task_id: running });
    if (folder !== null) await discardFolder(tx, folder);
    await deleteMigration(tx, id);
  });
  await auditMigration(context, 'migration.delete', row, {});
  await migrationFiles(app.config).remove(id);
  if (folder !== null) await removeDiscarded(app, folder);
}

/**
 * What the migration plugin may know of the migration whose token it was given.
 * @throws PanelError TOKEN_INVALID for an unknown one, and for a migration that has ended
 */
export async function checkToken({ app, partner }: CallContext, token: string) {
  const row = await findByToken(app.db, partner.id, token);
  if (!row || (row.status !== 'pending' && row.status !== 'inprogress')) throw new PanelError('TOKEN_INVALID');
  return { type: row.type, status: row.status, fqdn: row.fqdn };
}

async function auditMigration(
  context: CallContext,
  action: string,
  { id, fqdn }: MigrationRow,
  more: Record<string, string>,
): Promise<void> {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(app.db, action, who, { migrationId: id, fqdn, ...more });
}
