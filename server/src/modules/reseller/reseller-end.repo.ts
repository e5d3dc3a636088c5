import { CUSTOMER_GRACE_DAYS } from '@panel/contract';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PartnerRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { partner, token, user, workload } from '../../db/schema.ts';

/** Partners whose grace period is over, the longest due first. */
export const dueResellers = (db: Database, now: Date): Promise<PartnerRow[]> =>
  db.select().from(partner).where(lte(partner.deletesAt, now)).orderBy(asc(partner.deletesAt), asc(partner.id));

/** The partner, locked, if its grace period is over. */
export async function lockDueReseller(tx: Database, id: string, now: Date): Promise<PartnerRow | undefined> {
  const [row] = await tx
    .select()
    .from(partner)
    .where(and(eq(partner.id, id), lte(partner.deletesAt, now)))
    .for('update');
  return row;
}

/** The days of all its customers end: the deletion of customers takes them from here. */
export async function endCustomersOf(tx: Database, partnerId: string, now: Date): Promise<void> {
  await tx
    .update(user)
    .set({ deletesAt: now })
    .where(
      and(
        eq(user.partnerId, partnerId),
        eq(user.role, 'customer'),
        or(isNull(user.deletesAt), gt(user.deletesAt, now)),
      ),
    );
}

/**
 * The days of what is in the bin and of deleted customers go on as if the time between had not been: the panel was closed,
 * and nobody could restore them. What began in that time gets the rest of it. Links that keep an account end with its days.
 */
export async function leaveOutTime(tx: Database, partnerId: string, from: Date, to: Date): Promise<void> {
  const [start, end] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`];
  const closedAfter = (began: SQL) => sql`greatest(${end} - greatest(${start}, ${began}), interval '0')`;
  await tx
    .update(workload)
    .set({ binnedAt: sql`${workload.binnedAt} + ${closedAfter(sql`${workload.binnedAt}`)}` })
    .where(and(eq(workload.partnerId, partnerId), isNotNull(workload.binnedAt)));
  const deletedAt = sql`${user.deletesAt} - make_interval(hours => ${CUSTOMER_GRACE_DAYS * 24}::int)`;
  await tx
    .update(user)
    .set({ deletesAt: sql`${user.deletesAt} + ${closedAfter(deletedAt)}` })
    .where(and(eq(user.partnerId, partnerId), eq(user.role, 'customer'), isNotNull(user.deletesAt)));
  const deleting = tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.partnerId, partnerId), isNotNull(user.deletesAt)));
  await tx
    .update(token)
    .set({ expiresAt: sql`(select ${user.deletesAt} from ${user} where ${user.id} = ${token.userId})` })
    .where(and(eq(token.kind, 'keep_account'), isNull(token.usedAt), inArray(token.userId, deleting)));
}

/** Ids of what is hosted for nobody; a staging environment is deleted with its live site. */
export async function hostedForNobody(db: Database, partnerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: workload.id })
    .from(workload)
    .where(and(eq(workload.partnerId, partnerId), isNull(workload.customerId), eq(workload.isStage, false)));
  return rows.map(({ id }) => id);
}

/** Whether customers or anything hosted are left. */
export async function isEmptied(db: Database, partnerId: string): Promise<boolean> {
  const customers = await db.$count(user, and(eq(user.partnerId, partnerId), eq(user.role, 'customer')));
  return customers === 0 && (await db.$count(workload, eq(workload.partnerId, partnerId))) === 0;
}

/** Deletes the partner with all rows that belong to it, its staff among them. */
export async function deleteReseller(tx: Database, id: string): Promise<void> {
  await tx.delete(partner).where(eq(partner.id, id));
}
