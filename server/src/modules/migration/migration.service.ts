import { randomBytes, randomUUID } from 'node:crypto';
import { MIGRATION_ZIP_MAX_BYTES, type Migration, type MigrationInput, type MigrationStatus } from '@panel/contract';
import { audit } from '../../http/audit.repo.ts';
import { isStaff, signedIn, type CallContext } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { found, scopeOf } from '../../http/scope.ts';
import { checkTenant, type TenantHints } from '../../http/tenant.ts';
import { migrationFiles } from '../../archive/stored-zips.ts';
import { planImport } from '../../archive/import-plan.ts';
import { refuseAbuse } from '../site/site-commands.service.ts';
import { newSiteName } from '../site/site-name.ts';
import { isHostTaken } from '../site/site.repo.ts';
import {
  countMigrations,
  deleteMigration,
  findByToken,
  findMigration,
  insertMigration,
  lockMigration,
  moveMigration,
  updateMigration,
  type MigrationChange,
  type MigrationRow,
} from './migration.repo.ts';
import { answeringSite } from './migrated-site.ts';
import { publicMigration } from './public-migration.ts';

/** Migrations of one customer that are not cancelled or failed; each may have an archive on disk. */
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
async function archiveOf({ type }: MigrationInput, file: File | undefined) {
  if (type !== 'backup') {
    if (file) throw invalid('backupZipFile', 'Only a migration from a backup has a file.');
    return null;
  }
  if (!file) throw invalid('backupZipFile', 'Choose a zip file.');
  if (file.size > MIGRATION_ZIP_MAX_BYTES)
    throw new PanelError('TOO_LARGE', { limit: `${MIGRATION_ZIP_MAX_BYTES / 1024 ** 2} MB` });
  const bytes = Buffer.from(await file.arrayBuffer());
  await planImport(bytes);
  const fileName = file.name
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, 120);
  return { bytes, fileName };
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
  const { app, partner } = context;
  const customerId = signedIn(context).id;
  if ((await countMigrations(app.db, customerId)) >= MIGRATIONS_MAX)
    throw new PanelError('MIGRATION_LIMIT', { limit: MIGRATIONS_MAX });
  const archive = await archiveOf(migration, backupZipFile);
  const id = randomUUID();
  const files = migrationFiles(app.config);
  // The file first: a row always has its archive.
  if (archive) await files.put(id, archive.bytes);
  try {
    return await app.db.transaction(async (tx) => {
      await insertMigration(tx, {
        ...{ id, customerId, partnerId: partner.id, type: migration.type, fqdn: migration.fqdn },
        token: randomBytes(32).toString('base64url'),
        sourceUrl: migration.source_url,
        sharingLink: migration.type === 'backup' ? null : migration.sharingLink,
        ...(archive && { fileName: archive.fileName, fileSize: archive.bytes.length }),
      });
      const row = found(await findMigration(tx, scopeOf(context), id));
      const answer = { status: true as const, data: publicMigration(context)(row) };
      await context.remember(tx, answer);
      return answer;
    });
  } catch (error) {
    await files.remove(id);
    throw error;
  }
}

type Update = TenantHints & { id: string; fqdn?: string; source_url?: string | null; sharingLink?: string };

/**
 * Changes a migration that waits; its address also once the copy is complete.
 * @throws PanelError NOT_FOUND, TENANT_MISMATCH, VALIDATION, NAME_TAKEN, NAME_RESERVED, CONFLICT
 */
export async function changeMigration(
  context: CallContext,
  { id, fqdn, source_url: sourceUrl, sharingLink, ...hints }: Update,
): Promise<MigrationRow> {
  await checkTenant(context, hints);
  const before = await showMigration(context, id);
  if (fqdn !== undefined && fqdn !== before.fqdn) await checkAddress(context, fqdn);
  if (sharingLink !== undefined && before.type === 'backup')
    throw invalid('sharingLink', 'A migration from a backup has no link.');
  await context.app.db.transaction(async (tx) => {
    const row = found(await lockMigration(tx, scopeOf(context), id));
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

type StatusChange = { id: string; status: MigrationStatus; site_id?: string; reason?: string };

/**
 * Moves a migration on. Customers can cancel; the other steps are the staff's. Completed and ready need a site of the
 * customer that answers now, ready at the chosen address.
 * @throws PanelError NOT_FOUND, FORBIDDEN, MIGRATION_TRANSITION, SITE_NOT_READY
 */
export async function setMigrationStatus(
  context: CallContext,
  { id, status, site_id, reason }: StatusChange,
): Promise<MigrationRow> {
  const before = await showMigration(context, id);
  if (!isStaff(signedIn(context)) && status !== 'cancelled') throw new PanelError('FORBIDDEN');
  const checked = status === 'completed' || status === 'ready';
  const siteId = checked ? await answeringSite(context, before, { status, siteId: site_id ?? before.siteId }) : null;
  await context.app.db.transaction(async (tx) => {
    await moveMigration(tx, id, status, {
      ...(siteId && { siteId }),
      ...(status === 'failed' && { error: reason || 'The migration was set to failed.' }),
    });
  });
  if (status === 'cancelled' || status === 'failed') await migrationFiles(context.app.config).remove(id);
  await auditMigration(context, 'migration.status', before, { status });
  return showMigration(context, id);
}

/** Deletes a migration and its archive; one that is gone already counts as deleted. A site that it made stays. */
export async function removeMigration(context: CallContext, id: string): Promise<void> {
  const row = await findMigration(context.app.db, scopeOf(context), id);
  if (!row) return;
  if (row.status === 'inprogress') throw new PanelError('CONFLICT');
  // The row first: a row always has its archive.
  await deleteMigration(context.app.db, id);
  await migrationFiles(context.app.config).remove(id);
  await auditMigration(context, 'migration.delete', row, {});
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
