import type { Report, ReportMeasure } from '@panel/contract';
import { csvLine } from '../../lib/csv.ts';

const TITLE: Readonly<Record<ReportMeasure, string>> = {
  visits: 'Visits',
  bytes: 'Bytes',
  disk: 'Disk (bytes)',
  customers: 'Customers',
  licenses: 'Licenses',
  sites: 'Sites',
  apps: 'Applications',
  builds: 'Builds',
  build_seconds: 'Build time (seconds)',
  new_customers: 'New customers',
  gone_customers: 'Deleted customers',
  new_sites: 'New sites',
  gone_sites: 'Deleted sites',
  new_apps: 'New applications',
  gone_apps: 'Deleted applications',
};

const numbers = (values: readonly number[]): string[] => values.map((value) => String(Math.round(value)));

/** A report as a CSV file; names of strangers are no formulas in it. */
export function reportCsv({ measures, times, rows, others, unit }: Report): string {
  const titles = measures.map(({ key }) => TITLE[key]);
  if (times.length > 0)
    return [
      csvLine([unit === 'day' ? 'Day (UTC)' : 'Month (UTC)', ...titles]),
      ...times.map(({ from, values }) => csvLine([unit === 'day' ? from : from.slice(0, 7), ...numbers(values)])),
    ].join('');
  return [
    csvLine(['Name', 'Kind', 'Number', ...titles]),
    ...rows.map(({ id, kind, name, values }) => csvLine([name, kind, id ?? '', ...numbers(values)])),
    ...(others ? [csvLine([`${others.count} others`, '', '', ...numbers(others.values)])] : []),
  ].join('');
}
