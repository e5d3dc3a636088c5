import {
  daysBetween,
  LICENSE_PRODUCTS,
  REPORT_BY_DAY_MAX,
  REPORT_TOP,
  sectionOn,
  type Report,
  type ReportMeasure,
  type ReportName,
  type ReportObject,
  type ReportQuery,
} from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import { appsWithin, noWorkloads, sitesWithin, type InSection } from '../../db/section.ts';
import { staffOf, within, type Scope } from '../../db/select-page.ts';
import { spreadReads } from '../../db/spread-reads.ts';
import { PanelError } from '../../kernel/errors.ts';
import { customersByDay, workloadsByDay } from '../overview/growth.repo.ts';
import * as repo from './report.repo.ts';

const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** For whom a report is made. */
export type ReportFor = {
  app: Pick<AppContext, 'db' | 'clock'>;
  partner: PartnerRow;
  /** Whether they operate the installation. */
  isOperator: boolean;
};
type Asked = Omit<ReportQuery, 'report'> & {
  reader: ReportFor;
  scope: Scope;
  inSection: InSection;
  shows: { sites: boolean; apps: boolean };
  previous: repo.Period;
  unit: 'day' | 'month';
  limit: number;
};
type Answer = Pick<Report, 'measures' | 'times' | 'rows' | 'others'>;

const noRows = (): Pick<Answer, 'rows' | 'others'> => ({ rows: [], others: null });

/** As many days before the first one. */
function before({ from, to }: repo.Period): repo.Period {
  const length = daysBetween(from, to) * DAY_MS;
  return { from: dayOf(Date.parse(from) - length), to: dayOf(Date.parse(from) - DAY_MS) };
}

/** The first days of the days or months of a period. */
function timesOf({ from, to, unit }: repo.Period & { unit: 'day' | 'month' }): string[] {
  if (unit === 'day')
    return Array.from({ length: daysBetween(from, to) }, (_, index) => dayOf(Date.parse(from) + index * DAY_MS));
  const [first, last] = [new Date(from), new Date(to)];
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1;
  return Array.from({ length: months }, (_, index) =>
    dayOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index)),
  );
}

const measuresOf = (keys: readonly ReportMeasure[], totals: readonly number[], earlier: readonly (number | null)[]) =>
  keys.map((key, index) => ({ key, total: totals[index] ?? 0, before: earlier[index] ?? null }));

/** Where in a report the measure is that orders its rows. */
const orderOf = (keys: readonly ReportMeasure[], by: ReportMeasure | undefined): number =>
  Math.max(0, by ? keys.indexOf(by) : 0);

/** The rows on the wire, and the sum of those that are not among them. */
function rowsOf(
  found: readonly repo.Found[],
  totals: readonly number[],
  count: number,
): Pick<Answer, 'rows' | 'others'> {
  const rows = found.map(({ id, kind, name, values }) => ({
    ...{ id, kind: kind as ReportObject, name: name ?? '', values: values.map(Number) },
  }));
  if (count <= rows.length) return { rows, others: null };
  const shown = (index: number) => rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  return {
    rows,
    others: { count: count - rows.length, values: totals.map((total, index) => Math.max(0, total - shown(index))) },
  };
}

/** Visits and bytes by day or month. */
async function traffic({ reader: { app }, scope, inSection, previous, unit, from, to }: Asked): Promise<Answer> {
  const [totals, earlier, found] = await spreadReads([
    () => repo.trafficSums(app.db, scope, { from, to }, inSection),
    () => repo.trafficSums(app.db, scope, previous, inSection),
    () => repo.trafficByTime(app.db, scope, { from, to, unit }, inSection),
  ]);
  // The first month may begin before the period.
  const at = new Map(found.map((row) => [row.at, row.values.map(Number)]));
  return {
    ...noRows(),
    measures: measuresOf(['visits', 'bytes'], totals, earlier),
    times: timesOf({ from, to, unit }).map((day) => ({ from: day, values: at.get(day) ?? [0, 0] })),
  };
}

/** Sites and applications by visits or bytes. */
async function workloads({
  reader: { app },
  scope,
  inSection,
  previous,
  limit,
  by,
  ...period
}: Asked): Promise<Answer> {
  const keys = ['visits', 'bytes'] as const;
  const top = { by: orderOf(keys, by), limit };
  const [totals, earlier, found, count] = await spreadReads([
    () => repo.trafficSums(app.db, scope, period, inSection),
    () => repo.trafficSums(app.db, scope, previous, inSection),
    () => repo.workloadsByTraffic(app.db, scope, period, inSection, top),
    () => repo.countWithTraffic(app.db, scope, period, inSection),
  ]);
  return { times: [], measures: measuresOf(keys, totals, earlier), ...rowsOf(found, totals, count) };
}

/** Customers by disk, bytes or visits. */
async function customers({
  reader: { app },
  scope,
  inSection,
  previous,
  limit,
  by,
  ...period
}: Asked): Promise<Answer> {
  const keys = ['disk', 'bytes', 'visits'] as const;
  const top = { by: orderOf(keys, by), limit };
  const [now, [visits = 0, bytes = 0], earlier, found] = await spreadReads([
    () => repo.customerSums(app.db, scope, inSection),
    () => repo.trafficSums(app.db, scope, period, inSection),
    () => repo.trafficSums(app.db, scope, previous, inSection),
    () => repo.customersByUse(app.db, scope, period, inSection, top),
  ]);
  const totals = [now.disk, bytes, visits];
  return {
    times: [],
    measures: measuresOf(keys, totals, [null, earlier[1] ?? 0, earlier[0] ?? 0]),
    ...rowsOf(found, totals, now.count),
  };
}

/** Plans by customers and by licenses, as they are now. */
async function plans({ reader: { app }, scope, by }: Asked): Promise<Answer> {
  const keys = ['customers', 'licenses'] as const;
  const [owners, products] = await spreadReads([
    () => repo.customersByPlan(app.db, scope),
    () => repo.licensesByProduct(app.db, scope, app.clock.now()),
  ]);
  const counts = new Map<string, [customers: number, licenses: number]>();
  const add = (plan: string, place: 0 | 1, count: number) => {
    const sums = counts.get(plan) ?? [0, 0];
    sums[place] += count;
    counts.set(plan, sums);
  };
  for (const { plan, count } of owners) add(plan, 0, count);
  for (const { product, count } of products)
    add(Object.hasOwn(LICENSE_PRODUCTS, product) ? LICENSE_PRODUCTS[product as 'site_basic'].plan : product, 1, count);
  const order = orderOf(keys, by);
  const found = [...counts]
    .map(([id, values]) => ({ id, kind: 'plan', name: id, values: [...values] }))
    .toSorted((one, other) => (other.values[order] ?? 0) - (one.values[order] ?? 0) || one.id.localeCompare(other.id));
  const totals = keys.map((_, index) => found.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  return { times: [], measures: measuresOf(keys, totals, []), ...rowsOf(found, totals, found.length) };
}

const GROWTH = { customers: 'customers', sites: 'sites', apps: 'apps' } as const;
type Growing = keyof typeof GROWTH;

/** What came and what was deleted, by day or month. Where a section is off there is nothing of it. */
async function growth({ reader: { app, partner }, scope, shows, previous, unit, from, to }: Asked): Promise<Answer> {
  const whole = { from: previous.from, to };
  const since = new Date(previous.from);
  const [came, sites, apps, gone] = await spreadReads([
    () => customersByDay(app.db, scope, since),
    () => (shows.sites ? workloadsByDay(app.db, scope, since, sitesWithin) : []),
    () => (shows.apps ? workloadsByDay(app.db, scope, since, appsWithin) : []),
    () => repo.deletedByDay(app.db, { partnerId: partner.id, ...whole }),
  ]);
  const news = { customers: came, sites, apps };
  const all = { customers: true, ...shows };
  const shown = (Object.keys(GROWTH) as Growing[]).filter((what) => all[what]);
  const lists = shown.flatMap((what) => [
    { key: `new_${what}` as ReportMeasure, days: news[what] },
    { key: `gone_${what}` as ReportMeasure, days: gone.filter((line) => line.what === what) },
  ]);
  const between = (days: readonly { day: string; count: number }[], first: string, last: string) =>
    days.reduce((sum, { day, count }) => sum + (day >= first && day <= last ? count : 0), 0);
  const starts = timesOf({ from, to, unit });
  return {
    ...noRows(),
    measures: lists.map(({ key, days }) => ({
      key,
      total: between(days, from, to),
      before: between(days, previous.from, previous.to),
    })),
    times: starts.map((start, index) => {
      const next = starts[index + 1];
      const first = start < from ? from : start;
      const last = next === undefined ? to : dayOf(Date.parse(next) - DAY_MS);
      return { from: start, values: lists.map(({ days }) => between(days, first, last)) };
    }),
  };
}

/** Build time by customer. */
async function builds({ reader: { app }, scope, shows, previous, limit, by, ...period }: Asked): Promise<Answer> {
  if (!shows.apps) throw new PanelError('NOT_FOUND');
  const keys = ['build_seconds', 'builds'] as const;
  const top = { by: orderOf(keys, by), limit };
  const [now, earlier, found] = await spreadReads([
    () => repo.buildSums(app.db, scope, period),
    () => repo.buildSums(app.db, scope, previous),
    () => repo.buildsByCustomer(app.db, scope, period, top),
  ]);
  return {
    times: [],
    measures: measuresOf(keys, now.values.map(Number), earlier.values.map(Number)),
    ...rowsOf(found, now.values.map(Number), now.count),
  };
}

/** Each is one row of sums. */
const ALL_PARTNERS = 10_000;

/** All partners of the installation. For everybody else the report does not exist. */
async function partners({ reader: { app, isOperator }, limit, by, ...period }: Asked): Promise<Answer> {
  if (!isOperator) throw new PanelError('NOT_FOUND');
  const keys = ['customers', 'sites', 'apps', 'disk', 'visits', 'bytes'] as const;
  const top = { by: orderOf(keys, by), limit };
  const all = await repo.partnersByUse(app.db, period, { ...top, limit: ALL_PARTNERS });
  const totals = keys.map((_, index) => all.reduce((sum, { values }) => sum + Number(values[index] ?? 0), 0));
  return { times: [], measures: measuresOf(keys, totals, []), ...rowsOf(all.slice(0, limit), totals, all.length) };
}
const REPORTS: Readonly<Record<ReportName, (asked: Asked) => Promise<Answer>>> = {
  ...{ traffic, workloads, customers, plans, growth, builds, partners },
};

/** A report about a partner. @throws PanelError NOT_FOUND for one that is not for its reader */
export async function makeReport(
  reader: ReportFor,
  { report, ...query }: ReportQuery,
  limit = REPORT_TOP,
): Promise<Report> {
  const { attributes, isSpecial } = reader.partner;
  const isOn = (section: 'sites' | 'applications') => sectionOn({ attributes, is_nucal_partner: isSpecial }, section);
  const shows = { sites: isOn('sites'), apps: isOn('applications') };
  const inSection = shows.sites ? (shows.apps ? within : sitesWithin) : shows.apps ? appsWithin : noWorkloads;
  const previous = before(query);
  const unit = daysBetween(query.from, query.to) > REPORT_BY_DAY_MAX ? 'month' : 'day';
  const answer = await REPORTS[report]({
    ...query,
    ...{ reader, shows, inSection, previous, unit, limit, scope: staffOf(reader.partner.id) },
  });
  return { report, from: query.from, to: query.to, previous, unit, ...answer };
}
