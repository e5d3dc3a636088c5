import type { ViewList, ViewState } from '@panel/contract';
import { and, asc, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { savedView, user } from '../../db/schema.ts';

export type ViewRow = typeof savedView.$inferSelect;
/** Whose views: of one person at one partner. */
export type Owner = { partnerId: string; userId: string };

const owned = ({ partnerId, userId }: Owner): SQL | undefined =>
  and(eq(savedView.partnerId, partnerId), eq(savedView.userId, userId));

/** The views of a list, by name. */
export const listViews = (db: Database, owner: Owner, list: ViewList): Promise<ViewRow[]> =>
  db
    .select()
    .from(savedView)
    .where(and(owned(owner), eq(savedView.list, list)))
    .orderBy(asc(sql`lower(${savedView.name})`), asc(savedView.id));

/** How many views of a list there are. The owner's row stays locked until the transaction ends, so that two requests count one after the other. */
export async function countViews(tx: Database, owner: Owner, list: ViewList): Promise<number> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, owner.userId)).for('no key update');
  return tx.$count(savedView, and(owned(owner), eq(savedView.list, list)));
}

/** Adds a view; undefined when the name is taken. */
export async function insertView(
  tx: Database,
  values: Owner & { list: ViewList; name: string; state: ViewState },
): Promise<ViewRow | undefined> {
  const [row] = await tx.insert(savedView).values(values).onConflictDoNothing().returning();
  return row;
}

/** A view of its owner, locked until the transaction ends. */
export async function lockView(tx: Database, owner: Owner, id: string): Promise<ViewRow | undefined> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, owner.userId)).for('no key update');
  const [row] = await tx
    .select()
    .from(savedView)
    .where(and(owned(owner), eq(savedView.id, id)))
    .for('update');
  return row;
}

/** Whether another view of the list has a name. */
export async function isNameTaken(tx: Database, { id, list, ...owner }: ViewRow, name: string): Promise<boolean> {
  const others = and(owned(owner), eq(savedView.list, list), ne(savedView.id, id));
  return (await tx.$count(savedView, and(others, sql`lower(${savedView.name}) = lower(${name})`))) > 0;
}

/** Lets the list begin with none of its views. */
export async function clearDefault(tx: Database, { list, ...owner }: ViewRow): Promise<void> {
  await tx
    .update(savedView)
    .set({ isDefault: false })
    .where(and(owned(owner), eq(savedView.list, list), eq(savedView.isDefault, true)));
}

type Change = { name?: string | undefined; state?: ViewState | undefined; isDefault?: boolean | undefined };

export async function updateView(tx: Database, id: string, change: Change): Promise<ViewRow | undefined> {
  const [row] = await tx
    .update(savedView)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(savedView.id, id))
    .returning();
  return row;
}

/** Deletes a view; false if its owner has none with this id. */
export async function deleteView(db: Database, owner: Owner, id: string): Promise<boolean> {
  const rows = await db
    .delete(savedView)
    .where(and(owned(owner), eq(savedView.id, id)))
    .returning({ id: savedView.id });
  return rows.length > 0;
}
