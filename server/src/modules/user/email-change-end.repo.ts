import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { emailChange } from '../../db/schema.ts';

/** Ends the change of a user's email that waits, with its links. Returns whether there was one. */
export async function endWaiting(tx: Database, userId: string): Promise<boolean> {
  const waiting = and(eq(emailChange.userId, userId), isNull(emailChange.doneAt));
  return (await tx.delete(emailChange).where(waiting).returning({ id: emailChange.id })).length > 0;
}

/** Ends all changes of a user's email, with their links: none can be undone any more. */
export async function endAllChanges(tx: Database, userId: string): Promise<void> {
  await tx.delete(emailChange).where(eq(emailChange.userId, userId));
}
