import { and, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { auditLog } from '../db/schema.ts';
import type { RequestFacts } from './call-context.ts';

/** The action of an attempt to use a key for what does not belong to it (ADR 0041). */
export const KEY_REFUSED = 'key.refused';

type Entry = {
  partnerId: string | null;
  userId: string | null;
  request: Pick<RequestFacts, 'id' | 'ip' | 'apiTokenId'>;
};

/** Writes an entry to the audit log, with the API token of the request. `detail` never holds secrets. */
export async function audit(
  db: Database,
  action: string,
  { partnerId, userId, request }: Entry,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { id: requestId, ip, apiTokenId } = request;
  await db.insert(auditLog).values({ action, partnerId, userId, apiTokenId, ip, requestId, detail });
}

/** The newest entries of one action since `time`. */
export const newestAudits = (db: Database, action: string, time: Date, limit: number) =>
  db
    .select({ at: auditLog.at, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.action, action), gte(auditLog.at, time)))
    .orderBy(desc(auditLog.at))
    .limit(limit);

/**
 * Removes anonymous entries from before `time`, which anyone can cause: failed sign-ins and entries without a user.
 * The rest stays.
 */
export async function sweepAudit(db: Database, time: Date): Promise<void> {
  await db
    .delete(auditLog)
    .where(and(lte(auditLog.at, time), or(isNull(auditLog.userId), eq(auditLog.action, 'login.failed'))));
}
