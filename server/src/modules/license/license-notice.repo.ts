import { LICENSE_NOTICE_DAYS, SMALLEST_PLAN } from '@panel/contract';
import { and, eq, gt, inArray, isNull, lte, not, sql } from 'drizzle-orm';
import { described, said, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { license, notification, workload } from '../../db/schema.ts';
import { productNames, type LicenseRow } from './license.repo.ts';

const DAY_MS = 24 * 3_600_000;
const AT_ONCE = 200;
/** Licences that ended longer ago are not reported, e.g. when the panel did not run. */
const REPORTED_DAYS = 30;

/** Sites that a notice names; of more it says how many. */
const NAMED_MAX = 10;

type NoticeType = 'license_received' | 'license_expiring' | 'license_expired';

/** What a notice says. */
export function noticeText(type: NoticeType, row: LicenseRow, name: string, sites: readonly string[]): Said {
  const facts = { name, day: row.toDate };
  const named = sites.slice(0, NAMED_MAX);
  const used = { ...facts, sites: named.join(', '), more: sites.length - named.length };
  if (type === 'license_received') return said('You received the license {name}, which is valid until {day}.', facts);
  if (type === 'license_expiring')
    return sites.length > 0
      ? said(
          'Your license {name} expires on {day}. It is used by {sites}{more, plural, =0 {} other { and # more}}.',
          used,
        )
      : said('Your license {name} expires on {day}.', facts);
  return sites.length > 0
    ? said(
        'Your license {name} expired on {day}. The limits of the free plan now apply to {sites}{more, plural, =0 {} other { and # more}}. Nothing was deleted.',
        used,
      )
    : said('Your license {name} expired on {day}.', facts);
}

/** Notifies the owners of licences, once for each end of a licence; a renewed one has another end. */
export async function notifyOwners(tx: Database, type: NoticeType, rows: readonly LicenseRow[]): Promise<void> {
  if (rows.length === 0) return;
  const used = await tx
    .select({ key: workload.licenseKey, fqdn: workload.fqdn })
    .from(workload)
    .where(
      and(
        inArray(
          workload.licenseKey,
          rows.map(({ key }) => key),
        ),
        isNull(workload.binnedAt),
      ),
    )
    .orderBy(workload.fqdn);
  const nameOf = await productNames(tx, rows);
  await tx
    .insert(notification)
    .values(
      rows.map((row) => ({
        partnerId: row.partnerId,
        userId: row.customerId,
        type,
        ...described(
          noticeText(
            type,
            row,
            nameOf(row),
            used.filter(({ key }) => key === row.key).map(({ fqdn }) => fqdn),
          ),
        ),
        link: '/sites',
        dedupeKey: noticeKey(type, row),
      })),
    )
    .onConflictDoNothing();
}

const noticeKey = (type: NoticeType, { id, toDate }: LicenseRow): string => `license:${id}:${type}:${toDate.getTime()}`;

/** Kept with the licence, because people delete notifications. */
const NOTICED = { license_expiring: license.expiringNoticeFor, license_expired: license.expiredNoticeFor };
const NOTICED_NOW = {
  license_expiring: { expiringNoticeFor: sql`${license.toDate}` },
  license_expired: { expiredNoticeFor: sql`${license.toDate}` },
};

/** A site that still has the plan of the licence: the notice that it has lost it comes later. */
const isInUse = sql`exists (select 1 from ${workload} where ${workload.licenseKey} = ${license.key} and ${workload.planType} <> ${SMALLEST_PLAN} and ${workload.binnedAt} is null)`;

/** Notifies owners whose licence ends soon or has ended, each once. Returns how many. */
export async function notifyOfEnds(db: Database, now: Date, type: 'license_expiring' | 'license_expired') {
  const from = type === 'license_expiring' ? now : new Date(now.getTime() - REPORTED_DAYS * DAY_MS);
  const to = type === 'license_expiring' ? new Date(now.getTime() + LICENSE_NOTICE_DAYS * DAY_MS) : now;
  let notified = 0;
  for (let afterId: string | null = null; ;) {
    const after: string | null = afterId;
    const rows: LicenseRow[] = await db.transaction(async (tx) => {
      const due = await tx
        .select()
        .from(license)
        .where(
          and(
            isNull(license.deactivatedAt),
            eq(license.autoRenewal, false),
            gt(license.toDate, from),
            lte(license.toDate, to),
            sql`${NOTICED[type]} is distinct from ${license.toDate}`,
            type === 'license_expired' ? not(isInUse) : undefined,
            after === null ? undefined : gt(license.id, after),
          ),
        )
        .orderBy(license.id)
        .limit(AT_ONCE)
        .for('update', { of: license });
      await notifyOwners(tx, type, due);
      const ids = due.map(({ id }) => id);
      if (ids.length > 0) await tx.update(license).set(NOTICED_NOW[type]).where(inArray(license.id, ids));
      return due;
    });
    notified += rows.length;
    afterId = rows.at(-1)?.id ?? null;
    if (afterId === null) return notified;
  }
}

/** Renews given licences whose term has ended, for as many terms as have passed. Returns how many. */
export async function renewEnded(db: Database, now: Date): Promise<number> {
  for (let renewed = 0; ;) {
    const rows = await db
      .update(license)
      .set({
        fromDate: sql`${license.toDate}`,
        toDate: sql`${license.startedAt} + make_interval(months => ${license.termMonths} * (${license.terms} + 1))`,
        terms: sql`${license.terms} + 1`,
        updatedAt: now,
      })
      .where(
        and(
          eq(license.provider, 'cam'),
          eq(license.autoRenewal, true),
          isNull(license.deactivatedAt),
          lte(license.toDate, now),
        ),
      )
      .returning({ id: license.id });
    if (rows.length === 0) return renewed;
    renewed += rows.length;
  }
}
