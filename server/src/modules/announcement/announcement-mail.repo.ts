import { and, asc, count, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { announcement, announcementMail } from '../../db/schema.ts';
import type { AnnouncementDbRow } from './announcement.repo.ts';

export type MailCounts = { sent: number; failed: number };

/** How many emails of each announcement the mail server took, and how many it did not. */
export async function mailCountsOf(db: Database, ids: readonly string[]): Promise<Map<string, MailCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: announcementMail.announcementId, all: count(), sent: count(announcementMail.sentAt) })
    .from(announcementMail)
    .where(inArray(announcementMail.announcementId, [...ids]))
    .groupBy(announcementMail.announcementId);
  return new Map(rows.map(({ id, all, sent }) => [id, { sent, failed: all - sent }]));
}

const dueAt = (now: Date) =>
  and(
    eq(announcement.isMailed, true),
    isNull(announcement.mailStartedAt),
    lte(announcement.fromAt, now),
    or(isNull(announcement.untilAt), gt(announcement.untilAt, now)),
  );

/** Announcements that have begun and whose emails nobody sends yet. */
export const mailsDue = (db: Database, now: Date, limit: number): Promise<{ id: string }[]> =>
  db
    .select({ id: announcement.id })
    .from(announcement)
    .where(dueAt(now))
    .orderBy(asc(announcement.fromAt), asc(announcement.id))
    .limit(limit);

/** Says that a task of the caller's transaction sends the emails. Undefined if another one does, or nothing is due. */
export async function claimMailing(tx: Database, id: string, now: Date): Promise<AnnouncementDbRow | undefined> {
  const [row] = await tx
    .update(announcement)
    .set({ mailStartedAt: now })
    .where(and(eq(announcement.id, id), dueAt(now)))
    .returning();
  return row;
}

/** The announcement while its emails are to be sent: undefined once it has ended. */
export async function mailing(db: Database, id: string, now: Date): Promise<AnnouncementDbRow | undefined> {
  const [row] = await db
    .select()
    .from(announcement)
    .where(and(eq(announcement.id, id), or(isNull(announcement.untilAt), gt(announcement.untilAt, now))));
  return row;
}

/** Writes down that an email is sent. False if that was written before: then it is not sent again. */
export async function claimMail(db: Database, announcementId: string, userId: string): Promise<boolean> {
  const rows = await db
    .insert(announcementMail)
    .values({ announcementId, userId })
    .onConflictDoNothing()
    .returning({ userId: announcementMail.userId });
  return rows.length > 0;
}

/** Takes that back for one that no mail server has: it is sent later. */
export async function releaseMail(db: Database, announcementId: string, userId: string): Promise<void> {
  await db
    .delete(announcementMail)
    .where(
      and(
        eq(announcementMail.announcementId, announcementId),
        eq(announcementMail.userId, userId),
        isNull(announcementMail.sentAt),
      ),
    );
}

export async function markSent(db: Database, announcementId: string, userId: string): Promise<void> {
  await db
    .update(announcementMail)
    .set({ sentAt: sql`now()` })
    .where(and(eq(announcementMail.announcementId, announcementId), eq(announcementMail.userId, userId)));
}

/** Notes that no more emails are sent: all were, or the task was `stopped` before. */
export async function endMailing(db: Database, id: string, now: Date, { stopped = false } = {}): Promise<void> {
  await db
    .update(announcement)
    .set(stopped ? { mailStoppedAt: now } : { mailedAt: now })
    .where(eq(announcement.id, id));
}

/** Whether no more emails are sent, or the announcement is gone. */
export async function isMailed(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ mailedAt: announcement.mailedAt, stoppedAt: announcement.mailStoppedAt })
    .from(announcement)
    .where(eq(announcement.id, id));
  return row === undefined || row.mailedAt !== null || row.stoppedAt !== null;
}
