import type { CdnMetrics, CdnMetricType, CdnPeriod, CdnRegions } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import { within } from '../../db/select-page.ts';
import type { TrafficFigures } from '../../edge/edge-types.ts';
import { addTimes, percentileOf } from '../../lib/response-times.ts';
import { trafficParts, trafficSince, type TrafficRow } from '../../metrics/traffic.repo.ts';
import { siteRepo } from '../site/site.repo.ts';
import { findWorkload } from '../site/find-site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How many hours or days a period has, the present one included. */
const PERIODS: Record<CdnPeriod, { by: 'hour' | 'day'; count: number; daysBefore: number }> = {
  day: { by: 'hour', count: 24, daysBefore: 1 },
  week: { by: 'hour', count: 7 * 24, daysBefore: 7 },
  month: { by: 'day', count: 30, daysBefore: 29 },
  year: { by: 'day', count: 365, daysBefore: 364 },
};

/** The first day of a period for what is counted by day: today and so many days before, whatever the time is. */
export const firstDayOf = (period: CdnPeriod, now: number): Date =>
  new Date(now - (now % DAY) - PERIODS[period].daysBefore * DAY);

/** Milliseconds to a tenth; 0 without responses. */
const timeOf = (times: readonly number[], share: number): number =>
  Math.round((percentileOf(times, share) ?? 0) * 10) / 10;

const VALUE: Record<CdnMetricType, (row: TrafficRow) => number> = {
  traffic: (row) => row.bytes,
  requests: (row) => row.requests,
  page_views: (row) => row.pageViews,
  hits: (row) => row.hits,
  response_median: (row) => timeOf(row.times, 0.5),
  response_p95: (row) => timeOf(row.times, 0.95),
};

/** The starts of the hours or days of a period, the oldest first. */
function startsOf(period: CdnPeriod, now: number): number[] {
  const { by, count } = PERIODS[period];
  const step = by === 'hour' ? HOUR : DAY;
  const last = now - (now % step);
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * step);
}

type Asked = { id: string; period: CdnPeriod };

/** The site of a request, and the hours or days of its period. */
async function askedOf(context: CallContext, { id, period }: Asked) {
  const site = await findWorkload(context, { id });
  const now = context.app.clock.now().getTime();
  return {
    ...{ starts: startsOf(period, now), firstDay: firstDayOf(period, now) },
    of: { resource: 'site', resourceId: site.id } as const,
  };
}

/**
 * Traffic of a site over a period; what kind of content it was, by whole days.
 * @throws PanelError NOT_FOUND
 */
export async function showMetrics(
  context: CallContext,
  { type, ...asked }: Asked & { type: CdnMetricType },
): Promise<CdnMetrics> {
  const { db } = context.app;
  const { starts, firstDay, of } = await askedOf(context, asked);
  const rows = await trafficSince(db, { ...of, since: new Date(starts[0] ?? 0), by: PERIODS[asked.period].by });
  const content = await trafficParts(db, { ...of, since: firstDay, part: 'content' });
  const known = new Map(rows.map((row) => [row.at, row]));
  const total = (name: keyof TrafficFigures) => rows.reduce((sum, row) => sum + row[name], 0);
  const valueAt = (at: number): number => {
    const row = known.get(at);
    return row === undefined ? 0 : VALUE[type](row);
  };
  const times = rows.map((row) => row.times).reduce(addTimes, []);
  return {
    period: asked.period,
    type,
    points: starts.map((at) => ({ at: new Date(at).toISOString(), value: valueAt(at) })),
    totals: {
      requests: total('requests'),
      traffic: total('bytes'),
      page_views: total('pageViews'),
      hits: total('hits'),
      bots: total('bots'),
      response_median: timeOf(times, 0.5),
      response_p95: timeOf(times, 0.95),
      statuses: { s2xx: total('s2xx'), s3xx: total('s3xx'), s4xx: total('s4xx'), s5xx: total('s5xx') },
    },
    content: content.map(({ name, bytes }) => ({ name, value: bytes })),
  };
}

/**
 * Traffic of a site over a period by region; whole days.
 * @throws PanelError NOT_FOUND
 */
export async function showRegions(
  context: CallContext,
  { type, ...asked }: Asked & { type: CdnRegions['type'] },
): Promise<CdnRegions> {
  const { firstDay, of } = await askedOf(context, asked);
  const regions = await trafficParts(context.app.db, { ...of, since: firstDay, part: 'region' });
  return {
    ...{ period: asked.period, type, is_known: context.app.config.geoDatabase !== undefined },
    regions: regions
      .map(({ name, bytes, requests }) => ({ region: name, value: type === 'requests' ? requests : bytes }))
      .sort((a, b) => b.value - a.value),
  };
}

/**
 * What a site sent or showed in the last 30 days.
 * @throws PanelError NOT_FOUND
 */
export async function usageOf(context: CallContext, id: string, what: 'bytes' | 'pageViews'): Promise<number> {
  const site = await findWorkload(context, { id });
  const days = await siteRepo(context.app.db, scopeOf(context), within).usageDays(site.id);
  return days.reduce((sum, day) => sum + day[what], 0);
}
