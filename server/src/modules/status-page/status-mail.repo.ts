import { and, asc, count, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PartnerRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { partner, statusIncident, statusMail, statusSubscriber, statusUpdate } from '../../db/schema.ts';
import type { IncidentRow, UpdateRow } from './incident.repo.ts';
import type { MailCounts } from './public-incident.ts';

export type SubscriberRow = typeof statusSubscriber.$inferSelect;
export type Mailing = { update: UpdateRow; incident: IncidentRow; partner: PartnerRow };

/** How many emails of each update the mail server took, and how many it did not. */
export async function updateMailCounts(db: Database, updateIds: readonly string[]): Promise<Map<string, MailCounts>> {
  if (updateIds.length === 0) return new Map();
  const rows = await db
    .select({ id: statusMail.updateId, all: count(), sent: count(statusMail.sentAt) })
    .from(statusMail)
    .where(inArray(statusMail.updateId, [...updateIds]))
    .groupBy(statusMail.updateId);
  return new Map(rows.map(({ id, all, sent }) => [id, { sent, failed: all - sent }]));
}

/** What an update's emails tell; undefined where its partner is closed. */
export async function findMailing(db: Database, updateId: string): Promise<Mailing | undefined> {
  const [row] = await db
    .select({ update: statusUpdate, incident: statusIncident, partner })
    .from(statusUpdate)
    .innerJoin(statusIncident, eq(statusIncident.id, statusUpdate.incidentId))
    .innerJoin(partner, eq(partner.id, statusIncident.partnerId))
    .where(and(eq(statusUpdate.id, updateId), openAccount(partner)));
  return row;
}

/** Whether a later update of the same incident is mailed: who has not got this one gets that. */
export async function isUpdateOutdated(db: Database, { id, incidentId }: UpdateRow): Promise<boolean> {
  // Compared in the database, whose times are finer.
  const { rows } = (await db.execute(sql`
    select 1 from status_update later join status_update own on own.id = ${id}
    where later.incident_id = ${incidentId} and later.is_mailed and later.created_at > own.created_at limit 1`)) as unknown as {
    rows: unknown[];
  };
  return rows.length > 0;
}

/** The next who have confirmed their address, by id and after `afterId`. */
export const subscribersAfter = (
  db: Database,
  { partnerId, afterId, limit }: { partnerId: string; afterId: string | null; limit: number },
): Promise<SubscriberRow[]> =>
  db
    .select()
    .from(statusSubscriber)
    .where(
      and(
        eq(statusSubscriber.partnerId, partnerId),
        isNotNull(statusSubscriber.confirmedAt),
        afterId === null ? undefined : gt(statusSubscriber.id, afterId),
      ),
    )
    .orderBy(asc(statusSubscriber.id))
    .limit(limit);

/**
 * Writes down that an email is sent. False if that was written before, or if they have unsubscribed since: then it is not
 * sent.
 */
export async function claimUpdateMail(db: Database, updateId: string, subscriberId: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    insert into status_mail (update_id, subscriber_id) select ${updateId}, id from status_subscriber where id = ${subscriberId}
    on conflict do nothing returning subscriber_id`)) as unknown as { rows: unknown[] };
  return rows.length > 0;
}

const mailTo = (updateId: string, subscriberId: string) =>
  and(eq(statusMail.updateId, updateId), eq(statusMail.subscriberId, subscriberId));

/** Takes that back for one that no mail server has: it is sent later. */
export async function releaseUpdateMail(db: Database, updateId: string, subscriberId: string): Promise<void> {
  await db.delete(statusMail).where(and(mailTo(updateId, subscriberId), isNull(statusMail.sentAt)));
}

export async function markUpdateSent(db: Database, updateId: string, subscriberId: string): Promise<void> {
  await db
    .update(statusMail)
    .set({ sentAt: sql`now()` })
    .where(mailTo(updateId, subscriberId));
}

/** Notes that no more emails of an update are sent: all were, or the task was `stopped` before. */
export async function endUpdateMailing(db: Database, id: string, now: Date, { stopped = false } = {}): Promise<void> {
  await db
    .update(statusUpdate)
    .set(stopped ? { mailStoppedAt: now } : { mailedAt: now })
    .where(eq(statusUpdate.id, id));
}

/** Whether no more emails are sent, or the update is gone. */
export async function isUpdateMailed(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ mailedAt: statusUpdate.mailedAt, stoppedAt: statusUpdate.mailStoppedAt })
    .from(statusUpdate)
    .where(eq(statusUpdate.id, id));
  return row === undefined || row.mailedAt !== null || row.stoppedAt !== null;
}
