import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { endsWhenDue } from '../../db/open-account.ts';
import { license, user, workload } from '../../db/schema.ts';

const isDue = (now: Date) => and(eq(user.role, 'customer'), lte(user.deletesAt, now), endsWhenDue(user.partnerId, now));

/** Customers whose grace period is over, of all partners whose panel is open, by id and after `afterId`. */
export const dueCustomers = (
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: string | null; limit: number },
): Promise<UserRow[]> =>
  db
    .select()
    .from(user)
    .where(and(isDue(now), afterId ? gt(user.id, afterId) : undefined))
    .orderBy(asc(user.id))
    .limit(limit);

/** The customer, locked, if their grace period is still over: staff may have restored them, or the panel was closed. */
export async function lockDue(tx: Database, id: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await tx
    .select()
    .from(user)
    .where(and(isDue(now), eq(user.id, id)))
    .for('update');
  return row;
}

/** Ids of all that a customer hosts, also in the bin; a staging environment is deleted with its live site. */
export async function hostedBy(db: Database, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: workload.id })
    .from(workload)
    .where(and(eq(workload.customerId, customerId), eq(workload.isStage, false)));
  return rows.map(({ id }) => id);
}

/** Subscriptions at the payment provider that would charge a customer again. */
export async function subscriptionsOf(
  db: Database,
  customerId: string,
): Promise<{ id: string; subscription: string }[]> {
  const rows = await db
    .select({ id: license.id, subscription: license.subscriptionId })
    .from(license)
    .where(and(eq(license.customerId, customerId), isNotNull(license.subscriptionId), isNull(license.deactivatedAt)));
  return rows.flatMap(({ id, subscription }) => (subscription === null ? [] : [{ id, subscription }]));
}

/** Deletes the account with all rows that belong to it. */
export async function deleteAccount(tx: Database, id: string): Promise<void> {
  await tx.delete(user).where(eq(user.id, id));
}
