import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOnMachine } from '../../db/on-machine.ts';
import { appDelivery } from '../../db/schema.ts';

export type DeliveryRow = typeof appDelivery.$inferSelect;

const SHOWN = 20;
/** Rows of an application: a flood of refused ones leaves those that count. */
const KEPT = { refused: 20, others: 500 };

/** The newest deliveries of an application. */
export const listDeliveries = (db: Database, appId: string): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(appDelivery)
    .where(eq(appDelivery.appId, appId))
    .orderBy(desc(appDelivery.createdAt), desc(appDelivery.id))
    .limit(SHOWN);

/** Adds a delivery, and removes the oldest beyond those that are kept; null for one of which the digest is known. */
export async function insertDelivery(tx: Database, row: typeof appDelivery.$inferInsert): Promise<string | null> {
  const [added] = await tx
    .insert(appDelivery)
    .values(row)
    .onConflictDoNothing({ target: [appDelivery.appId, appDelivery.digest] })
    .returning({ id: appDelivery.id });
  if (!added) return null;
  const refused = row.result === 'signature';
  const alike = and(
    eq(appDelivery.appId, row.appId),
    refused ? eq(appDelivery.result, 'signature') : sql`${appDelivery.result} <> 'signature'`,
  );
  const old = tx
    .select({ id: appDelivery.id })
    .from(appDelivery)
    .where(alike)
    .orderBy(desc(appDelivery.createdAt), desc(appDelivery.id))
    .offset(refused ? KEPT.refused : KEPT.others);
  await tx.delete(appDelivery).where(inArray(appDelivery.id, old));
  return added.id;
}

export async function nameBuild(tx: Database, id: string, buildId: string): Promise<void> {
  await tx.update(appDelivery).set({ buildId }).where(eq(appDelivery.id, id));
}

/** Ends a push that is being received; false when somebody else has. */
export async function endReceiving(tx: Database, id: string): Promise<boolean> {
  const rows = await tx
    .delete(appDelivery)
    .where(and(eq(appDelivery.id, id), eq(appDelivery.result, 'receiving')))
    .returning({ id: appDelivery.id });
  return rows.length > 0;
}

/** Some pushes that began before a time and have no end; any, so that those that cannot be settled now do not keep the others. */
export const interruptedPushes = (db: Database, machine: string, before: Date, limit: number): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(appDelivery)
    .where(
      and(
        eq(appDelivery.result, 'receiving'),
        lt(appDelivery.createdAt, before),
        isOnMachine(machine, appDelivery.appId),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit);

/** Removes deliveries before a time; run by housekeeping. */
export async function sweepDeliveries(db: Database, before: Date): Promise<void> {
  await db.delete(appDelivery).where(lt(appDelivery.createdAt, before));
}
