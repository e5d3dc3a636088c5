import { and, eq, isNull, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { user, workload } from './schema.ts';

/** Whether a customer can sign in and their sites are served: not suspended, and not about to be deleted. */
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
    .leftJoin(user, eq(user.id, workload.customerId))
    .where(and(eq(workload.id, workloadId), openAccount(user)));
  return rows.length > 0;
}
