import { useState } from 'react';
import { t, type Overview } from '@panel/core';
import { BarChart, Card, Inline, SegmentedControl, Select, Stack } from '@panel/ui';
import { growthMeasures, monthLabel } from '@panel/resources/overview';

const PERIODS = [
  { value: 'days', label: t('30 days') },
  { value: 'months', label: t('12 months') },
] as const;

/** What came by day or by month, one measure at a time. */
export function GrowthCard({ overview }: { overview: Overview }) {
  const [period, setPeriod] = useState<'days' | 'months'>('months');
  const [chosen, setChosen] = useState('customers');
  const measures = growthMeasures(overview);
  const measure = measures.find(({ value }) => value === chosen) ?? measures[0];
  if (!measure) return null;
  return (
    <Card
      title={t('Growth')}
      actions={<SegmentedControl label={t('Period')} segments={PERIODS} value={period} onChange={setPeriod} />}
    >
      <Stack gap={3}>
        <Inline gap={2}>
          <Select aria-label={t('Measure')} options={measures} value={measure.value} onChange={setChosen} />
        </Inline>
        <BarChart
          title={measure.label}
          points={overview[period].map((one) => ({
            at: period === 'days' ? Date.parse(one.from) : monthLabel(one.from),
            value: measure.of(one),
          }))}
          format={measure.format}
        />
      </Stack>
    </Card>
  );
}
