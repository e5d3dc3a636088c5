import { LINK_KINDS } from '@panel/contract';
import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { token, type TokenKind } from '../../db/schema.ts';

type NewToken = { tokenHash: string; kind: TokenKind; userId: string; emailChangeId?: string; expiresAt: Date };

export async function insertToken(db: Database, row: NewToken): Promise<void> {
  await db.insert(token).values(row);
}

type Wanted = { tokenHash: string; kind: TokenKind; now: Date };
const valid = ({ tokenHash, kind, now }: Wanted) =>
  and(eq(token.tokenHash, tokenHash), eq(token.kind, kind), isNull(token.usedAt), gt(token.expiresAt, now));

/** The user of a token that is still valid; it stays valid. */
export async function findToken(db: Database, wanted: Wanted): Promise<string | null> {
  const [row] = await db.select({ userId: token.userId }).from(token).where(valid(wanted));
  return row?.userId ?? null;
}

/** Uses up a token and returns its user; of two concurrent uses, one wins. */
export async function useToken(db: Database, wanted: Wanted): Promise<string | null> {
  const [row] = await db
    .update(token)
    .set({ usedAt: wanted.now })
    .where(valid(wanted))
    .returning({ userId: token.userId });
  return row?.userId ?? null;
}

/** Ends open links of a user: those that set a password once one was used, or all of the kinds that are named. */
export async function useUpTokensOf(
  db: Database,
  userId: string,
  now: Date,
  kinds: readonly TokenKind[] = LINK_KINDS,
): Promise<void> {
  await db
    .update(token)
    .set({ usedAt: now })
    .where(and(eq(token.userId, userId), isNull(token.usedAt), inArray(token.kind, [...kinds])));
}

/**
 * Removes expired links; run by housekeeping. One that keeps an account stays with the account: the days of both go on when
 * the partner's panel opens again.
 */
export async function sweepTokens(db: Database, now: Date): Promise<void> {
  const isGone = or(ne(token.kind, 'keep_account'), isNotNull(token.usedAt));
  await db.delete(token).where(and(lte(token.expiresAt, now), isGone));
}
