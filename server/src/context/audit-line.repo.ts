import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { auditLog, workload } from '../db/schema.ts';

export type AuditLine = typeof auditLog.$inferInsert;

/** Who owns the site that a line names, where its object says nothing about a customer. */
const ownerOf = ({ detail, customerId }: AuditLine) => {
  const siteId = detail?.['siteId'];
  return customerId === undefined && typeof siteId === 'string'
    ? sql<string>`(select ${workload.customerId} from ${workload} where ${workload.id} = ${siteId})`
    : customerId;
};

export async function insertLines(db: Database, lines: readonly AuditLine[]): Promise<void> {
  await db.insert(auditLog).values(lines.map((line) => ({ ...line, customerId: ownerOf(line) })));
}

/** Changes a line that is not sealed yet; false when it is. */
export async function amendLine(db: Database, id: string, change: Partial<AuditLine>): Promise<boolean> {
  const changed = await db
    .update(auditLog)
    .set(change)
    .where(and(eq(auditLog.id, id), isNull(auditLog.seq)))
    .returning({ id: auditLog.id });
  return changed.length > 0;
}

/** The call ended with an error after these lines were committed. */
export async function markFailed(db: Database, ids: readonly string[], outcome: string): Promise<void> {
  await db
    .update(auditLog)
    .set({ outcome })
    .where(and(inArray(auditLog.id, [...ids]), isNull(auditLog.seq)));
}
