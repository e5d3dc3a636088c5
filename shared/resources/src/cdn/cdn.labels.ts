import { inLocale, t } from '@panel/core';
import { CDN_CACHE_TIMES, CDN_FILE_TYPES, CDN_TYPE_PREFIX } from '@panel/contract/schemas';
import type { CdnMetricType, CdnPeriod, CdnSettings } from '@panel/core';

/** Cache times by their seconds (data calls §3). */
export const CACHE_TIME_LABELS: Record<(typeof CDN_CACHE_TIMES)[number], string> = {
  0: t('No Cache'),
  3600: t('1 Hour'),
  43_200: t('12 Hours'),
  86_400: t('1 Day'),
  604_800: t('7 Days'),
  2_592_000: t('30 Days'),
};

export const CACHE_TIMES = CDN_CACHE_TIMES.map((seconds) => ({
  value: String(seconds),
  label: CACHE_TIME_LABELS[seconds],
}));

/** A stored type as it is shown: without its first six characters (data calls §3). */
export const fileTypeLabel = (stored: string): string => stored.slice(CDN_TYPE_PREFIX.length);

/** The stored types that have no rule yet. */
export const freeFileTypes = (rules: readonly { type: string }[]): string[] =>
  CDN_FILE_TYPES.map((type) => `${CDN_TYPE_PREFIX}${type}`).filter((type) => rules.every((rule) => rule.type !== type));

export const PERIOD_LABELS: Record<CdnPeriod, string> = {
  day: t('24 hours'),
  week: t('7 days'),
  month: t('30 days'),
  year: t('1 year'),
};

/** Content and regions are counted by day, so that short periods differ from those of the chart. */
export const DAYS_LABELS: Partial<Record<CdnPeriod, string>> = {
  day: t('Today and yesterday, in UTC.'),
  week: t('Today and the 7 days before, in UTC.'),
};

export const METRIC_LABELS: Record<CdnMetricType, string> = {
  traffic: t('Traffic'),
  requests: t('Requests'),
  page_views: t('Page views'),
  hits: t('Cache hits'),
  response_median: t('Response time (median)'),
  response_p95: t('Response time (95 %)'),
};

export const CONTENT_LABELS: Record<string, string> = {
  pages: t('Pages'),
  styles: t('Styles'),
  scripts: t('Scripts'),
  images: t('Images'),
  fonts: t('Fonts'),
  media: t('Video and audio'),
  data: t('Data'),
  other: t('Other'),
};

export const OFF_REASONS: Record<NonNullable<CdnSettings['off_reason']>, string> = {
  protected: t('Nothing of this site is cached while it is password-protected.'),
  staging: t('Staging environments aren’t cached.'),
};

const regions = inLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }));

/** The name of a country by its code. */
export const regionLabel = (code: string): string => (code === 'unknown' ? t('Unknown') : (regions().of(code) ?? code));

const milliseconds = inLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond', maximumSignificantDigits: 3 }),
);

/** Milliseconds until a response began, e.g. "142 ms"; a dash where there was none. */
export const responseTime = (ms: number): string => (ms === 0 ? '-' : milliseconds().format(ms));

/** The part of the requests that the cache answered, e.g. "82 %"; a dash without requests. */
export const hitRatio = ({ requests, hits }: { requests: number; hits: number }): string =>
  requests === 0 ? '-' : `${Math.round((hits / requests) * 100)} %`;
