import { and, desc, eq, gte, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { auditLog } from '../db/schema.ts';
import { insertLines, type AuditLine } from './audit-line.repo.ts';
import { recordingOf } from './audit-recording.ts';
import type { RequestFacts } from './call-context.ts';

/** The action of an attempt to use a key for what does not belong to it (ADR 0041). */
export const KEY_REFUSED = 'key.refused';
/** Anyone can cause these, so they are kept for a while, and in no chain. */
const ATTEMPTS: ReadonlySet<string> = new Set(['login.failed', KEY_REFUSED, 'tenant.mismatch']);

type Entry = {
  partnerId: string | null;
  userId: string | null;
  /** The customer whom it concerns, and who sees it; a call of theirs, or about them, knows it. */
  customerId?: string;
  request: Pick<RequestFacts, 'id' | 'ip' | 'apiTokenId' | 'member'> & Partial<Pick<RequestFacts, 'userAgent'>>;
};

/**
 * Writes an entry to the audit log, with the API token of the request. `detail` never holds secrets. In a call that is
 * recorded, it becomes the line of the call, and is written with its transaction.
 */
export async function audit(
  db: Database,
  action: string,
  { partnerId, userId, customerId, request }: Entry,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { id: requestId, ip, apiTokenId, userAgent, member } = request;
  const chained = userId !== null && !ATTEMPTS.has(action);
  const line: AuditLine = {
    ...{ action, partnerId, userId, apiTokenId, ip, requestId, userAgent, detail, chained },
    ...(customerId !== undefined && { customerId }),
    // A member makes the call for the account: both ids of one person tell this from staff who act as the customer.
    ...(member && { userId: member.id, userEmail: member.email, actorId: member.id, actorEmail: member.email }),
  };
  const recording = recordingOf();
  if (recording) await recording.add(db, line);
  else await insertLines(db, [line]);
}

/** The newest entries of one action since `time`. */
export const newestAudits = (db: Database, action: string, time: Date, limit: number) =>
  db
    .select({ at: auditLog.at, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.action, action), gte(auditLog.at, time)))
    .orderBy(desc(auditLog.at))
    .limit(limit);

/** Removes entries from before `time` that anyone can cause: failed sign-ins, attempts and entries without a user. */
export async function sweepAudit(db: Database, time: Date): Promise<void> {
  await db.delete(auditLog).where(and(lte(auditLog.at, time), eq(auditLog.chained, false)));
}
