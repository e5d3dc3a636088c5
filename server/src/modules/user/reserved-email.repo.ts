import { and, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { emailChange, user } from '../../db/schema.ts';

/** An email, the end of its reservation, and the language of the account that may get it back. */
export type Reserved = { email: string; until: Date; language: string | null };

/**
 * Those of the emails that an account of a partner gets back if its change is undone, and until when that can happen. Nobody
 * else gets them meanwhile: one sign-up with the old address would keep its owner from undoing.
 * @param exceptId the account itself may take its own one back
 */
export const reservedEmails = (
  db: Database,
  { partnerId, exceptId, now }: { partnerId: string; exceptId?: string; now: Date },
  emails: readonly string[],
): Promise<Reserved[]> =>
  db
    .select({ email: emailChange.oldEmail, until: emailChange.expiresAt, language: user.language })
    .from(emailChange)
    .innerJoin(user, eq(user.id, emailChange.userId))
    .where(
      and(
        eq(user.partnerId, partnerId),
        inArray(emailChange.oldEmail, [...emails]),
        isNotNull(emailChange.doneAt),
        gt(emailChange.expiresAt, now),
        exceptId === undefined ? undefined : ne(user.id, exceptId),
      ),
    );

/** The reservation of one email, if there is one. */
export async function findReserved(
  db: Database,
  { email, ...whose }: { partnerId: string; exceptId?: string; now: Date; email: string },
): Promise<Reserved | undefined> {
  const rows = await reservedEmails(db, whose, [email]);
  return rows.sort((a, b) => b.until.getTime() - a.until.getTime())[0];
}
