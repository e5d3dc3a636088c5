import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { healthEvent, healthHour, panelProcess, storedBatch } from '../db/schema.ts';

export type HealthEventRow = typeof healthEvent.$inferSelect;
export type NewHealthEvent = Omit<HealthEventRow, 'id' | 'process'>;
export type PanelProcessRow = typeof panelProcess.$inferSelect;
export type HealthCount = { kind: HealthEventRow['kind']; hour: Date; count: number; longestMs: number };
/** What one process stores at a time; the id keeps a repeated batch from counting twice. */
export type HealthBatch = { id: string; process: string; events: NewHealthEvent[]; counts: HealthCount[] };

/** Rows of their own, of all processes together; older ones are only counted. */
const EVENTS_KEPT = 1_000;
const DEAD_AFTER_MS = 120_000;

/** Stores events and counts of a process. @returns false when the batch was stored before */
export async function addHealth(db: Database, { id, process, events, counts }: HealthBatch): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [fresh] = await tx.insert(storedBatch).values({ id }).onConflictDoNothing().returning();
    if (!fresh) return false;
    if (events.length > 0) await tx.insert(healthEvent).values(events.map((event) => ({ ...event, process })));
    for (const count of counts)
      await tx
        .insert(healthHour)
        .values(count)
        .onConflictDoUpdate({
          target: [healthHour.hour, healthHour.kind],
          set: {
            count: sql`${healthHour.count} + excluded.count`,
            longestMs: sql`greatest(${healthHour.longestMs}, excluded.longest_ms)`,
          },
        });
    return true;
  });
}

/** A batch with one event, which is counted. */
export const batchOf = (process: string, event: NewHealthEvent, id: string = randomUUID()): HealthBatch => ({
  id,
  process,
  events: [event],
  counts: [{ kind: event.kind, hour: hourOf(event.at), count: 1, longestMs: event.ms }],
});

/** The start of the hour (UTC). */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000);

/** Writes how a process is, and removes those that have not reported for two minutes. */
export async function reportProcess(db: Database, row: PanelProcessRow): Promise<void> {
  await db.insert(panelProcess).values(row).onConflictDoUpdate({ target: panelProcess.id, set: row });
  await db.delete(panelProcess).where(lt(panelProcess.seenAt, new Date(row.seenAt.getTime() - DEAD_AFTER_MS)));
}

export async function removeProcess(db: Database, id: string): Promise<void> {
  await db.delete(panelProcess).where(eq(panelProcess.id, id));
}

export const listProcesses = (db: Database, now: Date): Promise<PanelProcessRow[]> =>
  db
    .select()
    .from(panelProcess)
    .where(gt(panelProcess.seenAt, new Date(now.getTime() - DEAD_AFTER_MS)))
    .orderBy(panelProcess.startedAt);

export const newestEvents = (db: Database, limit: number): Promise<HealthEventRow[]> =>
  db.select().from(healthEvent).orderBy(desc(healthEvent.at)).limit(limit);

export const hoursSince = (db: Database, since: Date) =>
  db.select().from(healthHour).where(gt(healthHour.hour, since)).orderBy(desc(healthHour.hour), healthHour.kind);

/** Removes delays and shortages beyond the newest 1,000, and everything from before a day; run by housekeeping. */
export async function sweepHealth(db: Database, before: Date): Promise<void> {
  const newest = db
    .select({ id: healthEvent.id })
    .from(healthEvent)
    .where(inArray(healthEvent.kind, ['delay', 'memory']))
    .orderBy(desc(healthEvent.at))
    .limit(EVENTS_KEPT);
  await db
    .delete(healthEvent)
    .where(and(inArray(healthEvent.kind, ['delay', 'memory']), notInArray(healthEvent.id, newest)));
  await db.delete(healthEvent).where(lt(healthEvent.at, before));
  await db.delete(healthHour).where(lt(healthHour.hour, before));
}
