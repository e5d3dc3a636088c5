import { and, asc, count, desc, eq, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { statusIncident, statusUpdate } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import type { Slice } from '../../kernel/paged.ts';

export type IncidentRow = typeof statusIncident.$inferSelect;
export type NewIncident = typeof statusIncident.$inferInsert;
export type UpdateRow = typeof statusUpdate.$inferSelect;
type Change = Partial<Omit<NewIncident, 'id' | 'partnerId' | 'version'>>;

const ORDER = { from: statusIncident.fromAt, created_at: statusIncident.createdAt } as const;

/** Neither resolved nor, for a maintenance, past its window. */
const notOver = (now: Date): SQL | undefined =>
  and(
    sql`${statusIncident.step} is distinct from 'resolved'`,
    or(isNull(statusIncident.untilAt), gt(statusIncident.untilAt, now)),
  );

export const listIncidents = (
  db: Database,
  partnerId: string,
  keyword: string | undefined,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof ORDER>,
) =>
  selectPage(db, statusIncident, {
    ...slice,
    where: and(
      eq(statusIncident.partnerId, partnerId),
      keyword ? namesHaveWords([statusIncident.title], keyword) : undefined,
    ),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(ORDER[orderBy]), asc(statusIncident.id)],
  });

/** One of a partner; with `lock`, locked until the transaction ends. */
export async function findIncident(
  db: Database,
  partnerId: string,
  id: string,
  { lock = false } = {},
): Promise<IncidentRow | undefined> {
  const rows = db
    .select()
    .from(statusIncident)
    .where(and(eq(statusIncident.partnerId, partnerId), eq(statusIncident.id, id)));
  return (await (lock ? rows.for('update') : rows))[0];
}

export async function countNotOver(db: Database, partnerId: string, now: Date): Promise<number> {
  const rows = await db
    .select({ n: count() })
    .from(statusIncident)
    .where(and(eq(statusIncident.partnerId, partnerId), notOver(now)));
  return rows[0]?.n ?? 0;
}

export async function insertIncident(tx: Database, values: NewIncident): Promise<IncidentRow> {
  const [row] = await tx.insert(statusIncident).values(values).returning();
  if (!row) throw new Error('The incident was not written.');
  return row;
}

/** Changes a locked incident. */
export async function changeIncident(tx: Database, id: string, change: Change, now: Date): Promise<IncidentRow> {
  const [row] = await tx
    .update(statusIncident)
    .set({ ...change, version: sql`${statusIncident.version} + 1`, updatedAt: now })
    .where(eq(statusIncident.id, id))
    .returning();
  if (!row) throw new Error('The incident is gone.');
  return row;
}

export async function insertUpdate(tx: Database, values: typeof statusUpdate.$inferInsert): Promise<UpdateRow> {
  const [row] = await tx.insert(statusUpdate).values(values).returning();
  if (!row) throw new Error('The update was not written.');
  return row;
}

export const countUpdates = (db: Database, incidentId: string): Promise<number> =>
  db.$count(statusUpdate, eq(statusUpdate.incidentId, incidentId));

/** What was told of some incidents, the newest first. */
export const updatesOf = async (db: Database, incidentIds: readonly string[]): Promise<UpdateRow[]> =>
  incidentIds.length === 0
    ? []
    : db
        .select()
        .from(statusUpdate)
        .where(inArray(statusUpdate.incidentId, [...incidentIds]))
        .orderBy(desc(statusUpdate.createdAt), asc(statusUpdate.id));

/** What the public page tells: all that is not over, and what was over lately, the newest first. */
export async function toldIncidents(
  db: Database,
  partnerId: string,
  { now, since, past }: { now: Date; since: Date; past: number },
): Promise<IncidentRow[]> {
  const own = eq(statusIncident.partnerId, partnerId);
  const newest = [desc(statusIncident.fromAt), asc(statusIncident.id)];
  const open = await db
    .select()
    .from(statusIncident)
    .where(and(own, notOver(now)))
    .orderBy(...newest);
  const over = await db
    .select()
    .from(statusIncident)
    .where(and(own, gt(statusIncident.untilAt, since), sql`not (${notOver(now)})`))
    .orderBy(...newest)
    .limit(past);
  return [...open, ...over];
}

/** Removes what was over before a time, with what was told of it. */
export async function sweepIncidents(db: Database, before: Date): Promise<void> {
  await db
    .delete(statusIncident)
    .where(
      and(
        lt(statusIncident.untilAt, before),
        or(eq(statusIncident.step, 'resolved'), eq(statusIncident.kind, 'maintenance')),
      ),
    );
}
