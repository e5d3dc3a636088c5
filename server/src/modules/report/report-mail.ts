import type { Report, ReportMeasure } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { AppContext, MailMessage } from '../../context/app-context.ts';
import { companyOf } from '../../context/public-partner.ts';
import type { Words } from '../../context/words.ts';
import { spreadReads } from '../../db/spread-reads.ts';
import { brandedMail } from '../mail/mail-template.ts';
import type { Reader } from './report-mail.repo.ts';
import { makeReport, type ReportFor } from './report.service.ts';
import type { Period } from './report.repo.ts';

const NAMED = 5;
const KB = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The first day of the month (UTC) before that of a time. */
export const lastMonth = (now: Date): string => dayOf(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);

/** The days of a month, by its first one. */
function daysOf(month: string): Period {
  const first = new Date(month);
  return { from: month, to: dayOf(first.getUTCFullYear(), first.getUTCMonth() + 1, 0) };
}

/** What all readers of a partner are told about a month, and about the one before. */
export type Facts = { month: string; traffic: Report; earlier: Report; growth: Report; before: Report; top: Report };

/** Counts a month of a partner. */
export async function factsOf(reader: ReportFor, month: string): Promise<Facts> {
  const [period, then] = [daysOf(month), daysOf(lastMonth(new Date(month)))];
  const [traffic, earlier, growth, before, top] = await spreadReads([
    () => makeReport(reader, { report: 'traffic', ...period }),
    () => makeReport(reader, { report: 'traffic', ...then }),
    () => makeReport(reader, { report: 'growth', ...period }),
    () => makeReport(reader, { report: 'growth', ...then }),
    () => makeReport(reader, { report: 'workloads', by: 'visits', ...period }, NAMED),
  ]);
  return { month, traffic, earlier, growth, before, top };
}

/** With one decimal from KB on. */
function size({ language }: Words, bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= KB && unit < UNITS.length - 1) [amount, unit] = [amount / KB, unit + 1];
  const digits = unit === 0 ? 0 : 1;
  return `${new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount)} ${UNITS[unit]}`;
}

const number = ({ language }: Words, value: number): string => new Intl.NumberFormat(language).format(value);

/** How a number compares with that of the month before; nothing where there was none. */
function change(words: Words, now: number, then: number): string {
  if (then <= 0) return '';
  const percent = new Intl.NumberFormat(words.language, {
    ...{ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' },
  }).format(now / then - 1);
  return ` (${words.t('{percent} against the month before', { percent })})`;
}

const totalOf = ({ measures }: Report, key: ReportMeasure): number | null =>
  measures.find((measure) => measure.key === key)?.total ?? null;

/** The main numbers, one a line. What a partner does not show is left out. */
function numbersOf(words: Words, { traffic, earlier, growth, before }: Facts): string {
  const { t } = words;
  const line = (
    label: string,
    [now, then]: readonly [Report, Report],
    key: ReportMeasure,
    format: (words: Words, value: number) => string = number,
  ) => {
    const value = totalOf(now, key);
    return value === null ? [] : [`${label}: ${format(words, value)}${change(words, value, totalOf(then, key) ?? 0)}`];
  };
  const [used, grown] = [[traffic, earlier] as const, [growth, before] as const];
  return [
    ...line(t('Visits'), used, 'visits'),
    ...line(t('Traffic'), used, 'bytes', size),
    ...line(t('New customers'), grown, 'new_customers'),
    ...line(t('Deleted customers'), grown, 'gone_customers'),
    ...line(t('New sites'), grown, 'new_sites'),
    ...line(t('Deleted sites'), grown, 'gone_sites'),
    ...line(t('New applications'), grown, 'new_apps'),
    ...line(t('Deleted applications'), grown, 'gone_apps'),
  ].join('\n');
}

/** What was visited most, one a line. */
function topOf(words: Words, { rows }: Report): string {
  const lines = rows.map(({ name, values: [visits = 0] }, index) => `${index + 1}. ${name}: ${number(words, visits)}`);
  return [words.t('Most visited'), ...lines].join('\n');
}

/** The report of a month, in the reader's language and with the brand of the partner. */
export const reportMail = (
  { config }: Pick<AppContext, 'config'>,
  { user, partner }: Reader,
  facts: Facts,
): MailMessage =>
  brandedMail(partner, user, (words) => {
    const { month: first, top } = facts;
    const month = new Intl.DateTimeFormat(words.language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(first),
    );
    const { from, to } = daysOf(first);
    return {
      subject: words.t('{company}: the report of {month}', { company: companyOf(partner), month }),
      paragraphs: [
        words.t('This is what your customers used in {month}, and how you grew.', { month }),
        numbersOf(words, facts),
        ...(top.rows.length > 0 ? [topOf(words, top)] : []),
      ],
      action: {
        label: words.t('Open the reports'),
        url: `${addressOf(config, partner.domain)}/admin/reports?${new URLSearchParams({ period: 'custom', from, to })}`,
        note: words.t('There you see everything, can export it as CSV, and can stop these emails.'),
      },
    };
  });
