import { PAST_DUE_NAMED, REVENUE_MONTHS, type PastDue, type Revenue, type RevenueMonth } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/select-page.ts';
import { spreadReads } from '../../db/spread-reads.ts';
import { pageOfLicenses } from '../license/license.repo.ts';
import * as repo from './revenue.repo.ts';

const LONGEST = { limit: PAST_DUE_NAMED, offset: 0, orderBy: 'to_date', sortOrder: 'asc' } as const;

/** The first days of the last months, the oldest first. */
function monthsUntil(now: Date): Date[] {
  const at = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  return Array.from({ length: REVENUE_MONTHS }, (_, index) => at(REVENUE_MONTHS - 1 - index));
}

/** In per cent, with one decimal. */
const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

/** The months, each from what the ones before have left of subscriptions. */
async function historyOf(db: Database, scope: Scope, now: Date): Promise<RevenueMonth[]> {
  const months = monthsUntil(now);
  const from = months[0] ?? now;
  const [collected, failed, started, ended, atStart] = await spreadReads([
    () => repo.collectedByMonth(db, scope, from),
    () => repo.failedByMonth(db, scope, from),
    () => repo.startedByMonth(db, scope, from),
    () => repo.endedByMonth(db, scope, from),
    () => repo.activeAt(db, scope, from),
  ]);
  let active = atStart;
  return months.map((first) => {
    const day = first.toISOString().slice(0, 10);
    const inMonth = <T extends { month: string }>(rows: readonly T[]) => rows.find(({ month }) => month === day);
    const [came, went, refused] = [inMonth(started), inMonth(ended), inMonth(failed)];
    const before = active;
    active += (came?.started ?? 0) - (went?.ended ?? 0);
    return {
      from: day,
      collected: collected
        .filter(({ month }) => month === day)
        .map(({ currency, amount, refunded }) => ({ amount, currency, refunded })),
      started: came?.started ?? 0,
      ended: went?.ended ?? 0,
      active,
      churn: percent(went?.left ?? 0, before),
      failed: refused?.failed ?? 0,
      recovered: refused?.recovered ?? 0,
    };
  });
}

/** Subscriptions whose payment has failed, and what is at stake. */
async function pastDueOf(db: Database, scope: Scope): Promise<Revenue['past_due']> {
  const [page, owed] = await spreadReads([
    () => pageOfLicenses(db, scope, { payment: 'past_due' }, LONGEST),
    () => repo.owedByCurrency(db, scope),
  ]);
  const invoices = await repo.owedBySubscription(
    db,
    scope,
    page.rows.flatMap(({ subscriptionId }) => subscriptionId ?? []),
  );
  return {
    count: page.total,
    owed: owed.map(({ amount, currency }) => ({ amount, currency })),
    licenses: page.rows.map((row): PastDue => ({
      license_id: row.id,
      customer_id: row.customerId,
      customer_email: row.email,
      product_name: row.productName,
      owed: invoices
        .filter(({ subscriptionId }) => subscriptionId === row.subscriptionId)
        .map(({ amount, currency }) => ({ amount, currency })),
      paid_until: row.toDate.toISOString(),
    })),
  };
}

/** What the partner sells. Each number is counted by the database; at most a row for each month and currency is read. */
export async function showRevenue(context: CallContext): Promise<Revenue> {
  const { db, clock } = context.app;
  const scope = scopeOf(context);
  const [running, recurring, pastDue, months] = await spreadReads([
    () => repo.countRunning(db, scope),
    () => repo.recurringByCurrency(db, scope),
    () => pastDueOf(db, scope),
    () => historyOf(db, scope, clock.now()),
  ]);
  return { ...running, recurring, past_due: pastDue, months };
}
