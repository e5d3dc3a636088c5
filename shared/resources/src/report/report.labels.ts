import type { Report, ReportMeasure, ReportName, ReportRow } from '@panel/contract';
import { sectionOn } from '@panel/contract/sections';
import { REPORT_DAYS_MAX } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { customerPath } from '../customer/customer.labels.ts';
import { monthLabel } from '../overview/overview.labels.ts';

export const MEASURE_LABELS: Readonly<Record<ReportMeasure, string>> = {
  visits: t('Visits'),
  bytes: t('Traffic'),
  disk: t('Disk'),
  customers: t('Customers'),
  licenses: t('Licenses'),
  sites: t('Sites'),
  apps: t('Applications'),
  builds: t('Builds'),
  build_seconds: t('Build time'),
  new_customers: t('New customers'),
  gone_customers: t('Deleted customers'),
  new_sites: t('New sites'),
  gone_sites: t('Deleted sites'),
  new_apps: t('New applications'),
  gone_apps: t('Deleted applications'),
};

export const REPORT_TITLES: Readonly<Record<ReportName, string>> = {
  traffic: t('Traffic over time'),
  workloads: t('Top sites and applications'),
  customers: t('Customers by usage'),
  plans: t('Plans'),
  growth: t('Coming and going'),
  builds: t('Build time by customer'),
  partners: t('Partners by usage'),
};

/** In what a measure is counted. */
export const measureUnit = (key: ReportMeasure): 'bytes' | 'seconds' | 'count' =>
  key === 'bytes' || key === 'disk' ? 'bytes' : key === 'build_seconds' ? 'seconds' : 'count';

const LISTS: Readonly<Partial<Record<ReportMeasure, 'customers' | 'licenses' | 'sites' | 'apps'>>> = {
  ...{ visits: 'sites', bytes: 'sites', disk: 'customers', customers: 'customers', licenses: 'licenses' },
  ...{ sites: 'sites', apps: 'apps', builds: 'apps', build_seconds: 'apps' },
  ...{ new_customers: 'customers', new_sites: 'sites', new_apps: 'apps' },
};
const PATHS = {
  customers: '/customers',
  licenses: '/admin/licenses',
  sites: '/admin/sites',
  apps: '/admin/apps',
} as const;

type Shown = Parameters<typeof sectionOn>[0];
const isShown = (partner: Shown, list: keyof typeof PATHS): boolean =>
  list === 'customers' || sectionOn(partner, list === 'apps' ? 'applications' : 'sites');

/** The list of what a measure counts. What was deleted is in the audit log. */
export function measurePath(partner: Shown, key: ReportMeasure, { from, to }: Pick<Report, 'from' | 'to'>) {
  if (key.startsWith('gone_')) return `/admin/audit?${new URLSearchParams({ q: 'delete', from, to })}`;
  const list = LISTS[key];
  return list && isShown(partner, list) ? PATHS[list] : undefined;
}

const searched = (path: string, q: string): string => `${path}?${new URLSearchParams({ q })}`;

/** Where a row leads; nothing for what has no page. */
export function rowPath(partner: Shown, { kind, id, name }: ReportRow): string | undefined {
  if (id === null) return undefined;
  if (kind === 'customer') return customerPath(id);
  if (kind === 'partner') return searched('/admin/partners', name);
  const list = ({ site: 'sites', app: 'apps', plan: 'licenses' } as const)[kind];
  return isShown(partner, list) ? (kind === 'plan' ? PATHS.licenses : searched(PATHS[list], name)) : undefined;
}

/** The name of a row; what belongs to nobody has none. */
export const rowName = ({ name }: Pick<ReportRow, 'name'>): string => name || t('Without a customer');

/** How much more or less than in the days before, in per cent; null where nothing was. */
export const changeOf = ({ total, before }: Report['measures'][number]): number | null =>
  before === null || before <= 0 ? null : Math.round((total / before - 1) * 100);

/** The values of one measure over time, for a chart. */
export const pointsOf = ({ times, unit }: Pick<Report, 'times' | 'unit'>, place: number) =>
  times.map(({ from, values }) => ({
    at: unit === 'day' ? Date.parse(from) : monthLabel(from),
    value: values[place] ?? 0,
  }));

export const REPORT_PERIODS = ['this-month', 'last-month', 'year', 'custom'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];
export const PERIOD_LABELS: Readonly<Record<ReportPeriod, string>> = {
  'this-month': t('This month'),
  'last-month': t('Last month'),
  year: t('12 months'),
  custom: t('Other days'),
};

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/; // bounded: ten signs
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The days (UTC) of a period, and what is wrong with days that somebody has chosen. */
export function daysOf(
  period: ReportPeriod,
  now: Date,
  chosen: { from: string; to: string },
): { from: string; to: string; error: string | null } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const today = dayOf(now.getTime());
  const fixed = {
    'this-month': { from: dayOf(Date.UTC(year, month)), to: today },
    'last-month': { from: dayOf(Date.UTC(year, month - 1)), to: dayOf(Date.UTC(year, month, 0)) },
    year: { from: dayOf(Date.UTC(year, month - 11)), to: today },
  };
  if (period !== 'custom') return { ...fixed[period], error: null };
  const { from, to } = chosen;
  const [first, last] = [from, to].map((day) => (DAY.test(day) ? Date.parse(day) : NaN));
  const length = ((last ?? NaN) - (first ?? NaN)) / DAY_MS + 1;
  const error = Number.isNaN(length)
    ? t('Choose the first and the last day.')
    : length < 1
      ? t('The period ends before it begins.')
      : length > REPORT_DAYS_MAX
        ? t('A report is about at most {days} days.', { days: REPORT_DAYS_MAX })
        : null;
  return { from, to, error };
}
