import { ACCOUNT_LINK_KINDS, type AccountLinkKind } from '@panel/contract';
import { and, eq, gt, gte, inArray, isNull, lte } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { emailChange, token, user } from '../../db/schema.ts';

export type EmailChangeRow = typeof emailChange.$inferSelect;

/** The change that waits. One from before staff have changed the email does not. */
export async function findWaiting(
  db: Database,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(emailChange)
    .where(
      and(
        eq(emailChange.userId, id),
        isNull(emailChange.doneAt),
        eq(emailChange.oldEmail, email),
        gt(emailChange.expiresAt, now),
      ),
    );
  return row;
}

export async function insertChange(
  tx: Database,
  values: typeof emailChange.$inferInsert,
): Promise<EmailChangeRow | undefined> {
  return (await tx.insert(emailChange).values(values).returning())[0];
}

export async function updateChange(tx: Database, id: string, change: Partial<EmailChangeRow>): Promise<void> {
  await tx.update(emailChange).set(change).where(eq(emailChange.id, id));
}

export async function findChange(db: Database, id: string): Promise<EmailChangeRow | undefined> {
  return (await db.select().from(emailChange).where(eq(emailChange.id, id)))[0];
}

/** Ends a change and all later ones of its user, with the links that would undo those. */
export async function endChangesFrom(tx: Database, { userId, createdAt }: EmailChangeRow): Promise<void> {
  await tx.delete(emailChange).where(and(eq(emailChange.userId, userId), gte(emailChange.createdAt, createdAt)));
}

export type LinkRow = { userId: string; kind: AccountLinkKind; emailChangeId: string | null };

/** What a link is about while it is still valid; it stays valid. */
export async function findLink(db: Database, tokenHash: string, now: Date): Promise<LinkRow | undefined> {
  const { userId, kind, emailChangeId } = token;
  const rows = await db
    .select({ userId, kind, emailChangeId })
    .from(token)
    .where(
      and(
        eq(token.tokenHash, tokenHash),
        inArray(token.kind, [...ACCOUNT_LINK_KINDS]),
        isNull(token.usedAt),
        gt(token.expiresAt, now),
      ),
    );
  return rows[0] as LinkRow | undefined;
}

/** Whether a user has a link of a kind that can still be used. */
export async function hasOpenLink(db: Database, userId: string, kind: AccountLinkKind, now: Date): Promise<boolean> {
  const open = and(eq(token.userId, userId), eq(token.kind, kind), isNull(token.usedAt), gt(token.expiresAt, now));
  return (await db.$count(token, open)) > 0;
}

/** @throws the database's error for a duplicate when another account of the partner has got the email */
export async function setEmail(tx: Database, id: string, email: string, now: Date): Promise<void> {
  await tx.update(user).set({ email, updatedAt: now }).where(eq(user.id, id));
}

/** Removes changes that can be neither confirmed nor undone any more; run by housekeeping. */
export async function sweepChanges(db: Database, now: Date): Promise<void> {
  await db.delete(emailChange).where(lte(emailChange.expiresAt, now));
}
