import { and, isNull, type AnyColumn, type SQL } from 'drizzle-orm';

/** Whether a customer can sign in and their sites are served: not suspended, and not about to be deleted. */
export const isOpenAccount = ({ suspendedAt, deletesAt }: { suspendedAt: Date | null; deletesAt: Date | null }) =>
  suspendedAt === null && deletesAt === null;

/** The same as a condition. A site without a customer passes a left join. */
export const openAccount = (table: { suspendedAt: AnyColumn; deletesAt: AnyColumn }): SQL | undefined =>
  and(isNull(table.suspendedAt), isNull(table.deletesAt));
