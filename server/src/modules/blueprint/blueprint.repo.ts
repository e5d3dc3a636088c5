import { and, asc, desc, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { blueprint, partner, user } from '../../db/schema.ts';
import { ofPartner, selectPage, within, type Scope } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import type { Slice } from '../../kernel/paged.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';
import { backupFolderKey } from '../backup/backup-archive.ts';
import type { ArchiveFacts, ArchiveRow } from '../backup/archive-steps.ts';

type Stored = typeof blueprint.$inferSelect;
/** A blueprint; its archive is in the folder `blueprints` of the storage. */
export type BlueprintRow = Omit<Stored, 'siteId'> & ArchiveRow & { fromSite: string | null };
type Inside = { id: string };

const FOLDER = 'blueprints';
const asArchive = ({ siteId, ...row }: Stored): BlueprintRow => ({ ...row, workloadId: FOLDER, fromSite: siteId });

const COLUMN = { created_at: blueprint.createdAt, name: blueprint.name } as const;

/** The scope's own blueprints, and those that the partner offers to everybody. */
const visible = (scope: Scope): SQL | undefined =>
  or(
    within(blueprint, scope),
    and(ofPartner(blueprint, scope), eq(blueprint.isOffered, true), eq(blueprint.status, 'succeeded')),
  );

export type BlueprintFilter = { keyword?: string; siteId?: string; usable?: boolean; partners?: boolean };

/** A page of the blueprints that the scope can see; `keyword` is a part of the name, `partners`: only those of the partner itself. */
export async function listBlueprints(
  db: Database,
  scope: Scope,
  { keyword, siteId, usable, partners }: BlueprintFilter,
  slice: Slice<keyof typeof COLUMN>,
): Promise<{ rows: BlueprintRow[]; total: number }> {
  const { rows, total } = await selectPage(db, blueprint, {
    ...slice,
    where: and(
      visible(scope),
      keyword ? namesHaveWords([blueprint.name], keyword) : undefined,
      siteId ? eq(blueprint.siteId, siteId) : undefined,
      usable ? eq(blueprint.status, 'succeeded') : undefined,
      partners ? isNull(blueprint.customerId) : undefined,
    ),
    orderBy: [(slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy]), asc(blueprint.id)],
  });
  return { total, rows: rows.map(asArchive) };
}

export async function findBlueprint(db: Database, scope: Scope, { id }: Inside): Promise<BlueprintRow | undefined> {
  const [row] = await db
    .select()
    .from(blueprint)
    .where(and(eq(blueprint.id, id), visible(scope)));
  return row && asArchive(row);
}

export async function updateBlueprint(
  db: Database,
  { id }: Inside,
  change: { name?: string | undefined; isOffered?: boolean | undefined },
): Promise<void> {
  await db.update(blueprint).set(change).where(eq(blueprint.id, id));
}

export async function deleteBlueprint(db: Database, { id }: Inside): Promise<void> {
  await db.delete(blueprint).where(eq(blueprint.id, id));
}

/**
 * Records that the archives of all blueprints of a partner or a customer, who is deleted with their rows, are to be removed.
 * @returns their folders, for `removeDiscarded` after the commit
 */
export async function discardBlueprintsOf(
  tx: Database,
  owner: 'partnerId' | 'customerId',
  id: string,
): Promise<string[]> {
  const rows = await tx.select().from(blueprint).where(eq(blueprint[owner], id));
  const folders = rows.map((row) => backupFolderKey(asArchive(row)));
  for (const folder of folders) await discardFolder(tx, folder);
  return folders;
}

/**
 * How many blueprints a customer has, or the partner itself (null). The row of the owner stays locked until the
 * transaction ends, so that concurrent requests count one after the other.
 */
export async function countBlueprints(tx: Database, partnerId: string, customerId: string | null): Promise<number> {
  if (customerId === null)
    await tx.select({ id: partner.id }).from(partner).where(eq(partner.id, partnerId)).for('no key update');
  else await tx.select({ id: user.id }).from(user).where(eq(user.id, customerId)).for('no key update');
  return tx.$count(
    blueprint,
    and(
      eq(blueprint.partnerId, partnerId),
      customerId === null ? isNull(blueprint.customerId) : eq(blueprint.customerId, customerId),
    ),
  );
}

/** @returns its id */
export async function insertBlueprint(
  tx: Database,
  values: Omit<typeof blueprint.$inferInsert, 'id'>,
): Promise<string> {
  const [row] = await tx.insert(blueprint).values(values).returning({ id: blueprint.id });
  if (!row) throw new Error('The blueprint was not stored.');
  return row.id;
}

/** The blueprint that a task makes. */
export async function blueprintOfTask(db: Database, taskId: string): Promise<BlueprintRow | undefined> {
  const [row] = await db.select().from(blueprint).where(eq(blueprint.taskId, taskId));
  return row && asArchive(row);
}

/** For tasks, whose blueprint comes from a request that was in scope. */
export async function taskBlueprint(db: Database, id: string): Promise<BlueprintRow | undefined> {
  const [row] = await db.select().from(blueprint).where(eq(blueprint.id, id));
  return row && asArchive(row);
}

/** Records what a task has done for a blueprint. */
export async function recordBlueprint(
  db: Database,
  { id }: Inside,
  facts: ArchiveFacts & { wpVersion?: string | null },
): Promise<void> {
  await db.update(blueprint).set(facts).where(eq(blueprint.id, id));
}
