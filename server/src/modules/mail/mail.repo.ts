import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { mailOutbox, partner } from '../../db/schema.ts';
import type { PartnerRow } from '../../http/call-context.ts';

export type MailRow = typeof mailOutbox.$inferSelect;

export async function insertMail(db: Database, row: typeof mailOutbox.$inferInsert): Promise<void> {
  await db.insert(mailOutbox).values(row);
}

/** The newest mails of a partner. */
export async function listMails(db: Database, partnerId: string, limit: number): Promise<MailRow[]> {
  return db.select().from(mailOutbox).where(eq(mailOutbox.partnerId, partnerId)).orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id)).limit(limit);
}

export async function findMail(db: Database, partnerId: string, id: string): Promise<MailRow | null> {
  const [row] = await db.select().from(mailOutbox).where(and(eq(mailOutbox.id, id), eq(mailOutbox.partnerId, partnerId))).limit(1);
  return row ?? null;
}

/** The partner in whose name a mail is sent. */
export async function senderPartner(db: Database, id: string): Promise<PartnerRow | null> {
  const [row] = await db.select().from(partner).where(eq(partner.id, id)).limit(1);
  return row ?? null;
}
