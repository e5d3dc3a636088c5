import { MIGRATION_TRANSITIONS, type MigrationStatus } from '@panel/contract';
import { and, asc, desc, eq, ilike, inArray, isNotNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { described, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { migration, notification, workload, user } from '../../db/schema.ts';
import { hasCustomers, holding, ofPartner, selectPage, within, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import { PanelError } from '../../kernel/errors.ts';
import { emailsOf } from '../user/user.repo.ts';

type Stored = typeof migration.$inferSelect;
export type NewMigration = typeof migration.$inferInsert;
type ArchiveFacts = 'fileName' | 'fileSize' | 'archiveSha256' | 'copiedAt' | 'carried';
export type MigrationChange = Partial<
  Pick<Stored, 'fqdn' | 'sourceUrl' | 'sharingLink' | 'siteId' | 'taskId' | 'rehearsal' | 'error' | ArchiveFacts>
>;
/** With the email of its customer, and the address and the running task of its site. */
export type MigrationRow = Stored & { customerEmail: string; siteFqdn: string | null; siteTaskId: string | null };

const COLUMN = {
  created_at: migration.createdAt,
  fqdn: migration.fqdn,
  type: migration.type,
  status: migration.status,
} as const;

export type MigrationFilter = { keyword?: string; status?: MigrationStatus[] };

/** Staff also find migrations by the name and the email of the customer. */
function matches(db: Database, scope: Scope, keyword: string): SQL | undefined {
  const byAddress = ilike(migration.fqdn, holding(keyword));
  if (!hasCustomers(scope)) return byAddress;
  const customers = db
    .select({ id: user.id })
    .from(user)
    .where(and(ofPartner(user, scope), hasWords(user.searchText, keyword)));
  return or(byAddress, inArray(migration.customerId, customers));
}

/** Those of the ids that are migrations with an archive: until the copy is complete, or a newer one while there is a copy. */
export async function migrationsWithArchive(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const kept = or(
    inArray(migration.status, ['pending', 'inprogress', 'failed']),
    and(eq(migration.status, 'completed'), isNotNull(migration.siteId)),
  );
  const rows = await db
    .select({ id: migration.id })
    .from(migration)
    .where(and(inArray(migration.id, [...ids]), kept));
  return rows.map(({ id }) => id);
}

/** A page of the scope's migrations. */
export async function listMigrations(
  db: Database,
  scope: Scope,
  { keyword, status }: MigrationFilter,
  slice: Slice<keyof typeof COLUMN>,
): Promise<Sliced<MigrationRow>> {
  const { rows, total } = await selectPage(db, migration, {
    ...slice,
    where: and(
      within(migration, scope),
      keyword ? matches(db, scope, keyword) : undefined,
      status ? inArray(migration.status, status) : undefined,
    ),
    orderBy: [(slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy]), asc(migration.id)],
  });
  return { total, rows: await named(db, rows) };
}

/** Adds what lists and pages show of other rows. */
async function named(db: Database, rows: readonly Stored[]): Promise<MigrationRow[]> {
  const siteIds = rows.flatMap(({ siteId }) => siteId ?? []);
  if (rows.length === 0) return [];
  const emails = await emailsOf(
    db,
    rows.map(({ customerId }) => customerId),
  );
  const sites =
    siteIds.length === 0
      ? []
      : await db
          .select({ id: workload.id, fqdn: workload.fqdn, taskId: workload.taskId })
          .from(workload)
          .where(inArray(workload.id, siteIds));
  return rows.map((row) => {
    const of = sites.find(({ id }) => id === row.siteId);
    return {
      ...row,
      customerEmail: emails.get(row.customerId) ?? '',
      siteFqdn: of?.fqdn ?? null,
      siteTaskId: of?.taskId ?? null,
    };
  });
}

const inside = (scope: Scope, id: string) => and(eq(migration.id, id), within(migration, scope));

export async function findMigration(db: Database, scope: Scope, id: string): Promise<MigrationRow | undefined> {
  return (await named(db, await db.select().from(migration).where(inside(scope, id))))[0];
}

/** The same, locked until the transaction ends. */
export async function lockMigration(tx: Database, scope: Scope, id: string): Promise<Stored | undefined> {
  return (await tx.select().from(migration).where(inside(scope, id)).for('update'))[0];
}

/** For tasks, whose migration comes from a request that was in scope. */
export async function taskMigration(db: Database, id: string): Promise<Stored | undefined> {
  return (await db.select().from(migration).where(eq(migration.id, id)))[0];
}

/** The migration whose complete copy is a site. */
export async function completedOf(db: Database, siteId: string): Promise<Stored | undefined> {
  const wanted = and(eq(migration.siteId, siteId), eq(migration.status, 'completed'));
  return (await db.select().from(migration).where(wanted))[0];
}

/** The customer of a migration. */
export async function customerOf(db: Database, { customerId }: Pick<Stored, 'customerId'>) {
  return (await db.select().from(user).where(eq(user.id, customerId)))[0];
}

/** The partner's migration with a token. */
export async function findByToken(db: Database, partnerId: string, token: string): Promise<Stored | undefined> {
  const wanted = and(eq(migration.partnerId, partnerId), eq(migration.token, token));
  return (await db.select().from(migration).where(wanted))[0];
}

/**
 * How many migrations a customer has that may have an archive on disk. The customer's row stays locked until the
 * transaction ends, so that concurrent requests count one after the other.
 */
export async function countMigrations(tx: Database, customerId: string): Promise<number> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, customerId)).for('no key update');
  const counted = and(
    eq(migration.customerId, customerId),
    inArray(migration.status, ['pending', 'inprogress', 'failed']),
  );
  return tx.$count(migration, counted);
}

export async function insertMigration(tx: Database, values: NewMigration): Promise<void> {
  await tx.insert(migration).values(values);
}

export async function updateMigration(tx: Database, id: string, change: MigrationChange): Promise<void> {
  await tx
    .update(migration)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(migration.id, id));
}

const FROM = (to: MigrationStatus): MigrationStatus[] =>
  (Object.keys(MIGRATION_TRANSITIONS) as MigrationStatus[]).filter((from) => MIGRATION_TRANSITIONS[from].includes(to));

/**
 * Changes the status along allowed transitions only (decision: Statuses).
 * @throws PanelError MIGRATION_TRANSITION, NOT_FOUND
 */
export async function moveMigration(
  tx: Database,
  id: string,
  to: MigrationStatus,
  change: MigrationChange = {},
): Promise<void> {
  const moved = await tx
    .update(migration)
    .set({ ...change, status: to, updatedAt: sql`now()` })
    .where(and(eq(migration.id, id), inArray(migration.status, FROM(to))))
    .returning({ id: migration.id });
  if (moved.length > 0) return;
  const [row] = await tx.select({ status: migration.status }).from(migration).where(eq(migration.id, id));
  if (!row) throw new PanelError('NOT_FOUND');
  throw new PanelError('MIGRATION_TRANSITION', { from: row.status, to });
}

/** @returns whether there was one */
export async function deleteMigration(tx: Database, id: string): Promise<boolean> {
  return (await tx.delete(migration).where(eq(migration.id, id)).returning({ id: migration.id })).length > 0;
}

/** Tells the staff of the partner that a customer asks for a migration; whoever asks is not told. */
export async function notifyStaff(
  tx: Database,
  { id, partnerId, fqdn, by }: { id: string; partnerId: string; fqdn: string; by: { id: string; email: string } },
): Promise<void> {
  const staff = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.partnerId, partnerId), eq(user.role, 'admin'), ne(user.id, by.id)));
  if (staff.length === 0) return;
  const notice = {
    ...{ partnerId, type: 'migration_requested' as const, link: '/admin/migration' },
    ...described(said('{email} asks to move a site to {site}.', { email: by.email, site: fqdn })),
  };
  await tx
    .insert(notification)
    .values(staff.map((each) => ({ ...notice, userId: each.id, dedupeKey: `migration_requested:${id}:${each.id}` })))
    .onConflictDoNothing();
}
