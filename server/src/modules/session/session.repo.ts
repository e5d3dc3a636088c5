import { and, asc, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { session, user } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import type { UserRow } from '../../context/call-context.ts';
import type { Slice } from '../../kernel/paged.ts';

/** A session as it is stored. */
export type StoredSession = typeof session.$inferSelect;
/** The session data that a request needs. */
export type SessionRow = Pick<
  StoredSession,
  'partnerId' | 'csrfSecret' | 'lastSeenAt' | 'expiresAt' | 'provedAt' | 'parentHash'
>;
/** Who of the staff has opened the session of a customer, and when their own one ends. */
export type StoredActor = Pick<
  UserRow,
  'id' | 'email' | 'firstname' | 'lastname' | 'role' | 'staffRole' | 'partnerId' | 'language'
> & {
  ownEndsAt: Date;
};

export async function insertSession(db: Database, row: typeof session.$inferInsert): Promise<void> {
  await db.insert(session).values(row);
}

const asked = {
  partnerId: session.partnerId,
  csrfSecret: session.csrfSecret,
  lastSeenAt: session.lastSeenAt,
  expiresAt: session.expiresAt,
  provedAt: session.provedAt,
  parentHash: session.parentHash,
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

/** Whose session is the parent of one that staff have opened as a customer; null when it has ended. */
export async function findActor(db: Database, parentHash: string): Promise<StoredActor | null> {
  const { id, email, firstname, lastname, role, staffRole, partnerId, language } = user;
  const [row] = await db
    .select({ id, email, firstname, lastname, role, staffRole, partnerId, language, ownEndsAt: session.expiresAt })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.idHash, parentHash));
  return row ?? null;
}

export async function touchSession(db: Database, idHash: string, now: Date): Promise<void> {
  await db.update(session).set({ lastSeenAt: now }).where(eq(session.idHash, idHash));
}

/** The user of a session has proved again who they are. */
export async function proveSession(db: Database, idHash: string, now: Date): Promise<void> {
  await db.update(session).set({ provedAt: now }).where(eq(session.idHash, idHash));
}

export async function deleteSession(db: Database, idHash: string): Promise<void> {
  await db.delete(session).where(eq(session.idHash, idHash));
}

/** Ends all sessions of a user, or all but one; returns how many. */
export async function deleteSessionsOf(db: Database, userId: string, exceptHash?: string): Promise<number> {
  const ended = await db
    .delete(session)
    .where(and(eq(session.userId, userId), exceptHash ? ne(session.idHash, exceptHash) : undefined))
    .returning({ id: session.id });
  return ended.length;
}

const COLUMN = { created_at: session.createdAt, last_seen_at: session.lastSeenAt } as const;

type Live = { userId: string; seenAfter: Date; now: Date };

/** A page of a user's sessions that still open the panel, without those of staff who act as the user. */
export const listSessions = (
  db: Database,
  { userId, seenAfter, now }: Live,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof COLUMN>,
) =>
  selectPage(db, session, {
    ...slice,
    where: and(
      eq(session.userId, userId),
      isNull(session.parentHash),
      gt(session.expiresAt, now),
      gt(session.lastSeenAt, seenAfter),
    ),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(session.id)],
  });

/** Ends one session of a user, by the id of the list; undefined for those of others. */
export async function endSession(db: Database, userId: string, id: string): Promise<StoredSession | undefined> {
  const [row] = await db
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning();
  return row;
}

/** Removes expired sessions; run by housekeeping. */
export async function sweepSessions(db: Database, now: Date): Promise<void> {
  await db.delete(session).where(lte(session.expiresAt, now));
}
