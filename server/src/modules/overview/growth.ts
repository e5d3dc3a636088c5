import type { OverviewPeriod } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { appsWithin, sitesWithin } from '../../db/section.ts';
import type { Scope } from '../../db/select-page.ts';
import { spreadReads } from '../../db/spread-reads.ts';
import { customersByDay, revenueByDay, workloadsByDay } from './growth.repo.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const MONTHS = 12;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

type Counted = readonly { day: string; count: number }[];
type Rows = {
  customers: Counted;
  sites: Counted | null;
  apps: Counted | null;
  revenue: readonly { day: string; currency: string; amount: number }[];
};

/** Adds up the rows whose day begins with the same text, e.g. `2026-11` for a month. */
function period(from: string, prefix: string, { customers, sites, apps, revenue }: Rows): OverviewPeriod {
  const inside = <T extends { day: string }>(rows: readonly T[]) => rows.filter(({ day }) => day.startsWith(prefix));
  const sum = (rows: Counted) => inside(rows).reduce((total, { count }) => total + count, 0);
  const paid = new Map<string, number>();
  for (const { currency, amount } of inside(revenue)) paid.set(currency, (paid.get(currency) ?? 0) + amount);
  return {
    from,
    customers: sum(customers),
    sites: sites && sum(sites),
    apps: apps && sum(apps),
    revenue: [...paid].toSorted().map(([currency, amount]) => ({ currency, amount })),
  };
}

/** New customers, sites and applications, and revenue: of the last 30 days and of the last 12 months. */
export async function growthOf(
  db: Database,
  scope: Scope,
  now: Date,
  shows: { sites: boolean; apps: boolean },
): Promise<{ days: OverviewPeriod[]; months: OverviewPeriod[] }> {
  const monthAgo = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1);
  const from = new Date(monthAgo(MONTHS - 1));
  const [customers, sites, apps, revenue] = await spreadReads([
    () => customersByDay(db, scope, from),
    () => (shows.sites ? workloadsByDay(db, scope, from, sitesWithin) : null),
    () => (shows.apps ? workloadsByDay(db, scope, from, appsWithin) : null),
    () => revenueByDay(db, scope, from),
  ]);
  const rows = { customers, sites, apps, revenue };
  const back = (count: number) => Array.from({ length: count }, (_, index) => count - 1 - index);
  return {
    days: back(DAYS).map((days) => {
      const day = dayOf(now.getTime() - days * DAY_MS);
      return period(day, day, rows);
    }),
    months: back(MONTHS).map((months) => {
      const first = dayOf(monthAgo(months));
      return period(first, first.slice(0, 7), rows);
    }),
  };
}
