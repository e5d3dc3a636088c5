import * as v from 'valibot';
import { Day } from './fields.ts';

/** What reports are about. `partners` is for the operator of the installation. */
export const REPORTS = ['traffic', 'workloads', 'customers', 'plans', 'growth', 'builds', 'partners'] as const;
export type ReportName = (typeof REPORTS)[number];

/** What a report counts. Bytes, seconds of builds, and numbers of things. */
export const REPORT_MEASURES = [
  ...(['visits', 'bytes', 'disk', 'customers', 'licenses', 'sites', 'apps', 'builds', 'build_seconds'] as const),
  ...(['new_customers', 'gone_customers', 'new_sites', 'gone_sites', 'new_apps', 'gone_apps'] as const),
] as const;
export type ReportMeasure = (typeof REPORT_MEASURES)[number];

/** The longest period, in days: a leap year. */
export const REPORT_DAYS_MAX = 366;
/** Up to so many days the values are by day, and of a longer period by month. */
export const REPORT_BY_DAY_MAX = 92;
/** How many rows a page shows, and a file has. The others are one row. */
export const REPORT_TOP = 20;
export const REPORT_ROWS_MAX = 1000;

const DAY_MS = 86_400_000;

/** How many days a period has, both its ends included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** A report about a period: days in UTC, both included. */
export const ReportQuery = v.pipe(
  v.object({
    report: v.picklist(REPORTS),
    from: Day,
    to: Day,
    /** What its rows are ordered by; without it, the first measure. */
    by: v.optional(v.picklist(REPORT_MEASURES)),
  }),
  v.check(({ from, to }) => daysBetween(from, to) >= 1, 'The period ends before it begins.'),
  v.check(
    ({ from, to }) => daysBetween(from, to) <= REPORT_DAYS_MAX,
    `A report is about at most ${REPORT_DAYS_MAX} days.`,
  ),
);
export type ReportQuery = v.InferOutput<typeof ReportQuery>;

export const REPORT_OBJECTS = ['site', 'app', 'customer', 'plan', 'partner'] as const;
export type ReportObject = (typeof REPORT_OBJECTS)[number];

const Values = v.array(v.number());

const ReportRow = v.object({
  /** Null for what belongs to nobody. */
  id: v.nullable(v.string()),
  kind: v.picklist(REPORT_OBJECTS),
  name: v.string(),
  /** In the order of the measures. */
  values: Values,
});
export type ReportRow = v.InferOutput<typeof ReportRow>;

export const Report = v.object({
  report: v.picklist(REPORTS),
  from: v.string(),
  to: v.string(),
  /** The days before, as many. */
  previous: v.object({ from: v.string(), to: v.string() }),
  /** With the sum of the period and of the days before; null for what is as it is now. */
  measures: v.array(v.object({ key: v.picklist(REPORT_MEASURES), total: v.number(), before: v.nullable(v.number()) })),
  /** What `times` are; their first days, with values in the order of the measures. None in reports about objects. */
  unit: v.picklist(['day', 'month']),
  times: v.array(v.object({ from: v.string(), values: Values })),
  /** What has most, and the sum of the others. None in reports about time. */
  rows: v.array(ReportRow),
  others: v.nullable(v.object({ count: v.number(), values: Values })),
});
export type Report = v.InferOutput<typeof Report>;

/** Whether the caller gets the report of each month by email. */
export const ReportMail = v.object({
  subscribed: v.boolean(),
  /** Their address. */
  email: v.string(),
  /** The first day of the month about which they got the last one; null before that. */
  sent_month: v.nullable(v.string()),
});
export type ReportMail = v.InferOutput<typeof ReportMail>;
