import { useDeferredValue, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { inLocale, t, type CdnMetrics, type CdnMetricType, type CdnPeriod } from '@panel/core';
import { AreaChart, BarChart, Card, formatUsage, Grid, SegmentedControl, Stack, Stat, Stats, Text } from '@panel/ui';
import {
  cdnMetricsQuery,
  cdnRegionsQuery,
  CONTENT_LABELS,
  DAYS_LABELS,
  hitRatio,
  METRIC_LABELS,
  PERIOD_LABELS,
  regionLabel,
  responseTime,
} from '@panel/resources/cdn';
import { countOf } from '@panel/resources/site';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';

const segmentsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
const PERIODS = segmentsOf(PERIOD_LABELS);
const METRICS = segmentsOf(METRIC_LABELS);

const hour = inLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      ...({ month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
      ...({ hour12: false, timeZone: 'UTC' } as const),
    }),
);

const isTime = (type: CdnMetricType): boolean => type === 'response_median' || type === 'response_p95';

const formatOf = (type: CdnMetricType) => (type === 'traffic' ? formatUsage : isTime(type) ? responseTime : countOf);

/** Days are shown as such by the chart; hours by their name. */
const pointsOf = ({ points, period, type }: CdnMetrics) =>
  points
    .filter(({ value }) => !isTime(type) || value > 0)
    .map(({ at, value }) => ({
      at: period === 'day' || period === 'week' ? `${hour().format(new Date(at))} UTC` : Date.parse(at),
      value,
    }));

/** Traffic and response times of a site or an application as the edge counted it, over a period that is chosen. */
export function CdnTraffic({ workload }: { workload: Workload }) {
  const [period, setPeriod] = useState<CdnPeriod>('month');
  const [type, setType] = useState<CdnMetricType>('traffic');
  // The page stays as it is until the traffic of another period or measure is there.
  const shown = useDeferredValue(period);
  const { data: metrics } = useSuspenseQuery(cdnMetricsQuery(workload.id, shown, useDeferredValue(type)));
  const { requests, traffic, page_views, hits, bots, statuses, response_median, response_p95 } = metrics.totals;
  const isEmpty = requests === 0;
  return (
    <>
      <Card
        title={t('Traffic')}
        actions={<SegmentedControl label={t('Period')} segments={PERIODS} value={period} onChange={setPeriod} />}
      >
        <Stack gap={4}>
          <Stats>
            <Stat label={t('Traffic')} value={formatUsage(traffic)} />
            <Stat label={t('Requests')} value={countOf(requests)} />
            <Stat label={t('Page views')} value={countOf(page_views)} />
            <Stat label={t('Hit ratio')} value={hitRatio({ requests, hits })} />
            <Stat label={METRIC_LABELS.response_median} value={responseTime(response_median)} />
            <Stat label={METRIC_LABELS.response_p95} value={responseTime(response_p95)} />
          </Stats>
          {isEmpty ? (
            <Text as="p" tone="soft">
              {byKind(
                workload,
                t('Nobody has visited this site in this period.'),
                t('Nobody has visited this application in this period.'),
              )}
            </Text>
          ) : (
            <>
              <SegmentedControl label={t('Measure')} segments={METRICS} value={type} onChange={setType} />
              <AreaChart
                title={METRIC_LABELS[metrics.type]}
                points={pointsOf(metrics)}
                format={formatOf(metrics.type)}
              />
              <Text tone="muted">
                {t(
                  '{bots} of the requests were from crawlers and other programs. {client} were answered with a client error, and {server} with a server error.',
                  { bots: countOf(bots), client: countOf(statuses.s4xx), server: countOf(statuses.s5xx) },
                )}
              </Text>
            </>
          )}
        </Stack>
      </Card>
      {!isEmpty && (
        <Grid min="l">
          <Card title={t('Traffic by content')}>
            <Days period={shown} />
            <BarChart
              title={t('Traffic by content')}
              points={metrics.content.map(({ name, value }) => ({ at: CONTENT_LABELS[name] ?? name, value }))}
              format={formatUsage}
            />
          </Card>
          <RegionsCard siteId={workload.id} period={shown} />
        </Grid>
      )}
    </>
  );
}

/** The days that a card is about, where they are not those of the chart. */
const Days = ({ period }: { period: CdnPeriod }) =>
  DAYS_LABELS[period] && (
    <Text as="p" tone="muted">
      {DAYS_LABELS[period]}
    </Text>
  );

const MOST = 10;

/** Absent without a database of addresses: then there is nothing to show. */
function RegionsCard({ siteId, period }: { siteId: string; period: CdnPeriod }) {
  const {
    data: { is_known, regions },
  } = useSuspenseQuery(cdnRegionsQuery(siteId, period));
  if (!is_known) return null;
  return (
    <Card title={t('Traffic by region')}>
      <Days period={period} />
      <BarChart
        title={t('Traffic by region')}
        points={regions.slice(0, MOST).map(({ region, value }) => ({ at: regionLabel(region), value }))}
        format={formatUsage}
      />
    </Card>
  );
}
