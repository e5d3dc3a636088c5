import { and, asc, desc, eq, inArray, isNull, notInArray, sql, TransactionRollbackError } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { selectPage } from '../../db/select-page.ts';
import type { Slice } from '../../kernel/paged.ts';
import { partner, registryChange, registryRevision, releaseBlock, releaseChannel } from '../../db/schema.ts';

export type ChannelRow = typeof releaseChannel.$inferSelect;
export type BlockRow = typeof releaseBlock.$inferSelect;
export type PartnerName = { id: string; domain: string; name: string };

/** Scope of a policy: one partner, or all (null). */
export type Scope = { package: string; partnerId: string | null };

const inScope = (table: typeof releaseChannel | typeof releaseBlock, scope: Scope) =>
  and(
    eq(table.package, scope.package),
    scope.partnerId === null ? isNull(table.partnerId) : eq(table.partnerId, scope.partnerId),
  );

/** Runs in a transaction that is rolled back if `undo` is set. */
export async function inTransaction<T>(db: Database, undo: boolean, work: (tx: Database) => Promise<T>): Promise<T> {
  const done: { value?: T } = {};
  try {
    await db.transaction(async (tx) => {
      done.value = await work(tx);
      if (undo) tx.rollback();
    });
  } catch (error) {
    if (!undo || !(error instanceof TransactionRollbackError)) throw error;
  }
  return done.value as T;
}

let bumps = 0;

/** How many registry changes this process has written so far, including those without effect. */
export const changesHere = (): number => bumps;

/**
 * Reads the revision, which grows with every change of the registry; 0 before the first. Every page view runs it, so
 * it is built once.
 */
export function revisionReader(db: Database): () => Promise<number> {
  const query = db
    .select({ revision: registryRevision.revision })
    .from(registryRevision)
    .where(eq(registryRevision.id, 1))
    .prepare('');
  return async () => (await query.execute())[0]?.revision ?? 0;
}

/** Counts a change. Other changes of the registry wait until the transaction ends. */
export async function bumpRevision(tx: Database): Promise<void> {
  await tx
    .insert(registryRevision)
    .values({ id: 1, revision: 1 })
    .onConflictDoUpdate({ target: registryRevision.id, set: { revision: sql`${registryRevision.revision} + 1` } });
  bumps += 1;
}

export const listChannels = (db: Database): Promise<ChannelRow[]> =>
  db
    .select()
    .from(releaseChannel)
    .orderBy(releaseChannel.package, sql`${releaseChannel.partnerId} nulls first`);
export const listBlocks = (db: Database): Promise<BlockRow[]> =>
  db.select().from(releaseBlock).orderBy(releaseBlock.at);
export const listPartners = (db: Database): Promise<PartnerName[]> =>
  db.select({ id: partner.id, domain: partner.domain, name: partner.name }).from(partner).orderBy(partner.domain);

export async function findChannel(db: Database, scope: Scope): Promise<ChannelRow | null> {
  const [row] = await db.select().from(releaseChannel).where(inScope(releaseChannel, scope));
  return row ?? null;
}

type ChannelValues = Scope &
  Partial<Pick<ChannelRow, 'enabled' | 'stables' | 'canary' | 'canaryPercent' | 'pin'>> &
  Pick<ChannelRow, 'changedAt' | 'changedBy'>;

export async function saveChannel(tx: Database, values: ChannelValues): Promise<void> {
  await tx
    .insert(releaseChannel)
    .values(values)
    .onConflictDoUpdate({ target: [releaseChannel.package, releaseChannel.partnerId], set: values });
}

/** Removes a policy, so that the one for all partners applies. */
export async function deleteChannel(tx: Database, scope: Scope): Promise<void> {
  await tx.delete(releaseChannel).where(inScope(releaseChannel, scope));
}

/** Holds a version back; a version that is already held back keeps its first reason. */
export async function insertBlock(
  tx: Database,
  block: Scope & Pick<BlockRow, 'version' | 'reason' | 'at' | 'by'>,
): Promise<boolean> {
  const written = await tx.insert(releaseBlock).values(block).onConflictDoNothing().returning({ id: releaseBlock.id });
  return written.length === 1;
}

export async function deleteBlocks(tx: Database, scope: Scope, version: string): Promise<boolean> {
  const gone = await tx
    .delete(releaseBlock)
    .where(and(inScope(releaseBlock, scope), eq(releaseBlock.version, version)))
    .returning({ id: releaseBlock.id });
  return gone.length > 0;
}

export type ChangeEntry = Pick<
  typeof registryChange.$inferInsert,
  'by' | 'action' | 'package' | 'partnerId' | 'partner' | 'detail'
>;

/** Logs who changed something that pages don't depend on. */
export async function logChange(tx: Database, entry: ChangeEntry, at: Date): Promise<void> {
  await tx.insert(registryChange).values({ ...entry, createdAt: at });
}

/** Counts a change and logs who made it. */
export async function recordChange(tx: Database, entry: ChangeEntry, at: Date): Promise<void> {
  await bumpRevision(tx);
  await logChange(tx, entry, at);
}

/** Entries of the log that change no rollout policy. */
const NO_ROLLOUT = ['publish', 'owner', 'key', 'approval'];

/** The last change to a package's rollout policy. */
export async function newestChange(db: Database, name: string): Promise<{ id: string; by: string } | null> {
  const [row] = await db
    .select({ id: registryChange.id, by: registryChange.by })
    .from(registryChange)
    .where(and(eq(registryChange.package, name), notInArray(registryChange.action, NO_ROLLOUT)))
    .orderBy(desc(registryChange.createdAt), desc(registryChange.id))
    .limit(1);
  return row ?? null;
}

export type ChangeRow = typeof registryChange.$inferSelect;

/** A page of the log of changes: of all packages, or only of these. */
export const listChanges = (db: Database, slice: Slice, packages?: readonly string[] | null) =>
  selectPage(db, registryChange, {
    ...slice,
    where: packages ? inArray(registryChange.package, [...packages]) : undefined,
    orderBy: [(slice.sortOrder === 'asc' ? asc : desc)(registryChange.createdAt), asc(registryChange.id)],
  });
