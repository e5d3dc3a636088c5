import { and, eq } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { notification, user } from '../../db/schema.ts';

type Note = Pick<typeof notification.$inferInsert, 'type' | 'description' | 'template' | 'values' | 'link'>;

/** Notifies each operator once for a subject. @returns those who did not know */
export async function notifyOperators(tx: Database, note: Note, subject: string): Promise<UserRow[]> {
  const operators = await tx
    .select()
    .from(user)
    .where(and(eq(user.role, 'superadmin'), openAccount(user)));
  if (operators.length === 0) return [];
  const notified = await tx
    .insert(notification)
    .values(operators.map(({ id }) => ({ ...note, partnerId: null, userId: id, dedupeKey: `${subject}:${id}` })))
    .onConflictDoNothing()
    .returning({ id: notification.userId });
  return operators.filter((operator) => notified.some(({ id }) => id === operator.id));
}
