import { t } from '@panel/core';
import { useState } from 'react';
import { formatUsage, AreaChart, Card, SegmentedControl, Stack, Text } from '@panel/ui';
import type { SiteOverview } from '@panel/core';
import { countOf } from '@panel/resources/site';

const METRICS = {
  pageViews: { label: t('Page views'), period: t('page views in the last 30 days'), format: countOf },
  requests: { label: t('Requests'), period: t('requests in the last 30 days'), format: countOf },
  bytes: { label: t('CDN usage'), period: t('CDN usage in the last 30 days'), format: formatUsage },
} as const;
type Metric = keyof typeof METRICS;
const SEGMENTS = (Object.keys(METRICS) as Metric[]).map((value) => ({ value, label: METRICS[value].label }));

/** The last 30 days as the edge counted them, one measure at a time, with its total. */
export function SiteUsageCard({ days }: { days: SiteOverview['days'] }) {
  const [metric, setMetric] = useState<Metric>('pageViews');
  const { label, period, format } = METRICS[metric];
  const total = days.reduce((sum, day) => sum + day[metric], 0);
  return (
    <Card
      title={t('Usage')}
      actions={<SegmentedControl label={t('Measure')} segments={SEGMENTS} value={metric} onChange={setMetric} />}
    >
      <Stack gap={3}>
        <Text>
          <Text size="l" weight="strong">
            {format(total)}
          </Text>{' '}
          <Text tone="muted">{period}</Text>
        </Text>
        <AreaChart
          title={label}
          points={days.map((day) => ({ at: Date.parse(day.day), value: day[metric] }))}
          format={format}
        />
      </Stack>
    </Card>
  );
}
