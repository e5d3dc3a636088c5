import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { pendingSignIn, user } from '../../db/schema.ts';
import type { UserRow } from '../../context/call-context.ts';

type Wanted = { idHash: string; partnerId: string; now: Date };
const valid = ({ idHash, partnerId, now }: Wanted) =>
  and(eq(pendingSignIn.idHash, idHash), eq(pendingSignIn.partnerId, partnerId), gt(pendingSignIn.expiresAt, now));

export async function insertPending(db: Database, row: typeof pendingSignIn.$inferInsert): Promise<void> {
  await db.insert(pendingSignIn).values(row);
}

/** The user of a sign-in that waits for its second factor; it goes on waiting. */
export async function findPending(db: Database, wanted: Wanted): Promise<UserRow | null> {
  const [row] = await db
    .select({ user })
    .from(pendingSignIn)
    .innerJoin(user, eq(user.id, pendingSignIn.userId))
    .where(valid(wanted));
  return row?.user ?? null;
}

/** Uses it up and says what its first factor was; of two concurrent uses, one wins. */
export async function takePending(db: Database, wanted: Wanted): Promise<string | null> {
  const [row] = await db.delete(pendingSignIn).where(valid(wanted)).returning({ how: pendingSignIn.how });
  return row?.how ?? null;
}

/** Ends all sign-ins of a user that wait, because what they were begun with has changed. */
export async function endPendingOf(db: Database, userId: string): Promise<void> {
  await db.delete(pendingSignIn).where(eq(pendingSignIn.userId, userId));
}

/** Removes those that took too long; run by housekeeping. */
export async function sweepPending(db: Database, now: Date): Promise<void> {
  await db.delete(pendingSignIn).where(lte(pendingSignIn.expiresAt, now));
}
