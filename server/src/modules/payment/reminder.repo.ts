import { PAYMENT_GRACE_DAYS, REMINDER_DAYS } from '@panel/contract';
import { and, asc, eq, gt, isNull, lte, or, lt, ne, sql } from 'drizzle-orm';
import { described, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { license, notification, partner, user } from '../../db/schema.ts';
import type { LicenseRow } from '../license/license.repo.ts';

const DAY_MS = 24 * 3_600_000;

/** How many reminders are due by now for a license whose paid time ended at `end`. */
export const remindersDue = (end: Date, now: Date): number =>
  REMINDER_DAYS.filter((days) => end.getTime() + days * DAY_MS <= now.getTime()).length;

/**
 * Licenses whose renewal has failed and whose owners may have a reminder to get, by id and after `afterId`. Who is
 * suspended cannot come in to pay.
 */
export async function unpaidLicenses(db: Database, now: Date, afterId: string | null, limit: number) {
  return db
    .select({ license, user, partner })
    .from(license)
    .innerJoin(user, eq(user.id, license.customerId))
    .innerJoin(partner, eq(partner.id, license.partnerId))
    .where(
      and(
        eq(license.providerStatus, 'past_due'),
        isNull(license.deactivatedAt),
        openAccount(user),
        openAccount(partner),
        lte(license.toDate, now),
        gt(license.toDate, new Date(now.getTime() - PAYMENT_GRACE_DAYS * DAY_MS)),
        or(sql`${license.remindedFor} is distinct from ${license.toDate}`, lt(license.reminders, REMINDER_DAYS.length)),
        afterId === null ? undefined : gt(license.id, afterId),
      ),
    )
    .orderBy(asc(license.id))
    .limit(limit);
}

/**
 * Writes down that the owner has so many reminders of this end, with the notification of the newest. False if another process did, or if
 * it was paid meanwhile: then there is nothing to send.
 */
export async function claimReminder(
  db: Database,
  { id, partnerId, customerId, toDate }: LicenseRow,
  reminders: number,
  text: Said,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const fewer = or(
      sql`${license.remindedFor} is distinct from ${license.toDate}`,
      and(ne(license.reminders, reminders), lt(license.reminders, reminders)),
    );
    const rows = await tx
      .update(license)
      .set({ remindedFor: toDate, reminders })
      .where(and(eq(license.id, id), eq(license.toDate, toDate), eq(license.providerStatus, 'past_due'), fewer))
      .returning({ id: license.id });
    if (rows.length === 0) return false;
    const dedupeKey = `license:${id}:unpaid:${toDate.getTime()}:${reminders}`;
    await tx
      .insert(notification)
      .values({
        partnerId,
        userId: customerId,
        type: 'payment_failed',
        ...described(text),
        link: '/my-account/billing',
        dedupeKey,
      })
      .onConflictDoNothing();
    return true;
  });
}
