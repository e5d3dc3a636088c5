import { and, eq, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { session, user } from '../../db/schema.ts';
import type { UserRow } from '../../context/call-context.ts';

/** The session data that a request needs. */
export type SessionRow = Pick<typeof session.$inferSelect, 'partnerId' | 'csrfSecret' | 'lastSeenAt' | 'expiresAt'>;

export async function insertSession(db: Database, row: typeof session.$inferInsert): Promise<void> {
  await db.insert(session).values(row);
}

const asked = {
  partnerId: session.partnerId,
  csrfSecret: session.csrfSecret,
  lastSeenAt: session.lastSeenAt,
  expiresAt: session.expiresAt,
};

/**
 * Every request runs this query, so its text is built once; without a name, because poolers in front of PostgreSQL
 * lose named statements.
 */
const sessionQuery = (db: Database) =>
  db
    .select({ session: asked, user })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.idHash, sql.placeholder('idHash')))
    .prepare('');
const sessionQueries = new WeakMap<Database, ReturnType<typeof sessionQuery>>();

/** A session with its user, in one query. */
export async function findSession(
  db: Database,
  idHash: string,
): Promise<{ session: SessionRow; user: UserRow } | null> {
  const query = sessionQueries.get(db) ?? sessionQuery(db);
  sessionQueries.set(db, query);
  const [row] = await query.execute({ idHash });
  return row ?? null;
}

export async function touchSession(db: Database, idHash: string, now: Date): Promise<void> {
  await db.update(session).set({ lastSeenAt: now }).where(eq(session.idHash, idHash));
}

export async function deleteSession(db: Database, idHash: string): Promise<void> {
  await db.delete(session).where(eq(session.idHash, idHash));
}

/** Ends all sessions of a user, or all but one. */
export async function deleteSessionsOf(db: Database, userId: string, exceptHash?: string): Promise<void> {
  await db
    .delete(session)
    .where(and(eq(session.userId, userId), exceptHash ? ne(session.idHash, exceptHash) : undefined));
}

/** Removes expired sessions; run by housekeeping. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await db.delete(session).where(lte(session.expiresAt, now));
}
