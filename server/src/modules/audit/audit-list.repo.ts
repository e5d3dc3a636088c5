import { AUDIT_LISTED_MAX, type AuditBy, type AuditFilter } from '@panel/contract';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { Database } from '../../db/database.ts';
import { auditLog, user } from '../../db/schema.ts';
import { hasWords } from '../../db/search.ts';
import { atOneMoment, holding } from '../../db/select-page.ts';

export type Filter = InferOutput<typeof AuditFilter>;
/** Whose lines: all of a partner, or those that concern one customer. */
export type Lines = { partnerId: string; customerId: string | null };
/** `email` and `role` of the user as they are now; null for one who is gone. */
export type ListedLine = typeof auditLog.$inferSelect & { email: string | null; role: string | null };

const DAY_MS = 86_400_000;

const byWhom = (by: AuditBy): SQL | undefined =>
  ({
    customer: and(inArray(user.role, ['customer', 'member']), isNull(auditLog.actorId), isNull(auditLog.apiTokenId)),
    staff: inArray(user.role, ['admin', 'superadmin']),
    behalf: ne(auditLog.actorId, auditLog.userId),
    member: and(eq(auditLog.actorId, auditLog.userId), isNull(auditLog.apiTokenId)),
    token: isNotNull(auditLog.apiTokenId),
  })[by];

/** Attempts that changed nothing are for staff. Customers do not search for what is hidden from them. */
const chosen = ({ partnerId, customerId }: Lines, { keyword, by, user: who, from, to }: Filter): SQL | undefined => {
  const part = keyword ? holding(keyword) : null;
  const fields = [auditLog.action, auditLog.call, auditLog.objectId];
  const people = customerId === null ? [auditLog.userEmail, auditLog.actorEmail, auditLog.ip] : [];
  return and(
    eq(auditLog.partnerId, partnerId),
    customerId === null ? undefined : and(eq(auditLog.customerId, customerId), auditLog.chained),
    keyword && part !== null
      ? or(
          ...[...fields, ...people].map((field) => ilike(field, part)),
          customerId === null ? hasWords(user.searchText, keyword) : undefined,
        )
      : undefined,
    by && byWhom(by),
    who ? or(...[auditLog.userId, auditLog.actorId, auditLog.customerId].map((id) => eq(id, who))) : undefined,
    from ? gte(auditLog.at, new Date(from)) : undefined,
    to ? lt(auditLog.at, new Date(Date.parse(to) + DAY_MS)) : undefined,
  );
};

const listed = (db: Database) =>
  db
    .select({ ...getTableColumns(auditLog), email: user.email, role: user.role })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.userId))
    .$dynamic();

/** A page of the newest lines. The total counts up to `AUDIT_LISTED_MAX`: what is older is found by its day. */
export async function listLines(
  db: Database,
  lines: Lines,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ListedLine[]; total: number }> {
  const where = chosen(lines, filter);
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.userId))
    .where(where)
    .limit(AUDIT_LISTED_MAX)
    .as('some');
  return atOneMoment(db, async (tx) => {
    const [counted] = await tx.select({ total: sql<number>`count(*)::int` }).from(some);
    const rows = await listed(tx)
      .where(where)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(Math.max(0, Math.min(limit, AUDIT_LISTED_MAX - offset)))
      .offset(Math.min(offset, AUDIT_LISTED_MAX));
    return { rows, total: counted?.total ?? 0 };
  });
}

/** The next lines of an export, the newest first; `after` is the last one of the previous part. */
export const nextLines = (
  db: Database,
  lines: Lines,
  filter: Filter,
  { after, limit }: { after: ListedLine | null; limit: number },
): Promise<ListedLine[]> =>
  listed(db)
    .where(
      and(
        chosen(lines, filter),
        after
          ? sql`(${auditLog.at}, ${auditLog.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
