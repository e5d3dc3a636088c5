import { TRIAL_NOTICE_DAYS } from '@panel/contract';
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { described, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { license, notification, partner, user } from '../../db/schema.ts';
import type { LicenseRow } from '../license/license.repo.ts';

const DAY_MS = 24 * 3_600_000;

/** On trial, to be charged at its end, and its owner was not reminded of that end. */
const isDue = and(
  // The constant proves the condition of the partial index.
  sql`${license.providerStatus} = 'trialing'`,
  isNull(license.deactivatedAt),
  eq(license.autoRenewal, true),
  sql`${license.trialNoticeFor} is distinct from ${license.trialEndsAt}`,
);

type Wanted = { purchaseId: string | undefined; afterId: string | null; limit: number };

/** Licenses whose trial ends soon and whose owners are to be reminded, all or that of one purchase, by id and after `afterId`. */
export async function endingTrials(db: Database, now: Date, { purchaseId, afterId, limit }: Wanted) {
  return db
    .select({ license, user, partner })
    .from(license)
    .innerJoin(user, eq(user.id, license.customerId))
    .innerJoin(partner, eq(partner.id, license.partnerId))
    .where(
      and(
        isDue,
        openAccount(user),
        openAccount(partner),
        gt(license.trialEndsAt, now),
        lte(license.trialEndsAt, new Date(now.getTime() + TRIAL_NOTICE_DAYS * DAY_MS)),
        purchaseId === undefined ? undefined : eq(license.purchaseId, purchaseId),
        afterId === null ? undefined : gt(license.id, afterId),
      ),
    )
    .orderBy(asc(license.id))
    .limit(limit);
}

/**
 * Writes down that the owner is reminded of the end of a trial, with the notification of it. False if another process did, or if it was
 * canceled meanwhile: then there is nothing to send.
 */
export async function claimTrialNotice(
  db: Database,
  { id, partnerId, customerId, trialEndsAt }: LicenseRow,
  text: Said,
): Promise<boolean> {
  if (trialEndsAt === null) return false;
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(license)
      .set({ trialNoticeFor: trialEndsAt })
      .where(and(eq(license.id, id), eq(license.trialEndsAt, trialEndsAt), isDue))
      .returning({ id: license.id });
    if (rows.length === 0) return false;
    await tx
      .insert(notification)
      .values({
        partnerId,
        userId: customerId,
        type: 'trial_ending',
        ...described(text),
        link: '/my-account/billing',
        dedupeKey: `license:${id}:trial:${trialEndsAt.getTime()}`,
      })
      .onConflictDoNothing();
    return true;
  });
}
