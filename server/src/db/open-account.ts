import { and, eq, isNull, lte, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { partner, user, workload } from './schema.ts';

/** Whether a customer or a partner is open: neither suspended nor about to be deleted. Sites of others are not served. */
export const isOpenAccount = ({ suspendedAt, deletesAt }: { suspendedAt: Date | null; deletesAt: Date | null }) =>
  suspendedAt === null && deletesAt === null;

/** The same as a condition. A site without a customer passes a left join. */
export const openAccount = (table: { suspendedAt: AnyColumn; deletesAt: AnyColumn }): SQL | undefined =>
  and(isNull(table.suspendedAt), isNull(table.deletesAt));

/** Whether visitors of a site or an application get it, and not the page of a suspended one. */
export async function isServed(db: Database, workloadId: string): Promise<boolean> {
  const rows = await db
    .select({ id: workload.id })
    .from(workload)
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .leftJoin(user, eq(user.id, workload.customerId))
    .where(and(eq(workload.id, workloadId), openAccount(user), openAccount(partner)));
  return rows.length > 0;
}

/** Whether a partner is open: its panel answers and its sites are served. */
export async function isOpenPartner(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: partner.id })
    .from(partner)
    .where(and(eq(partner.id, id), openAccount(partner)));
  return rows.length > 0;
}

/**
 * Whether what is due of a partner is deleted, as a condition: nobody can ask for it back on a closed panel. Once the
 * partner's own days are over, all goes.
 */
export const endsWhenDue = (partnerId: AnyColumn, now: Date): SQL =>
  sql`exists (select 1 from ${partner} where ${partner.id} = ${partnerId} and ${or(openAccount(partner), lte(partner.deletesAt, now))})`;
