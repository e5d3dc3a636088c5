import { useState } from 'react';
import { t, type RevenueMonth } from '@panel/core';
import { BarChart, Card, EmptyState, Inline, SegmentedControl, Select, Stack, Text } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { monthLabel } from '@panel/resources/overview';
import { revenueMeasures } from '@panel/resources/revenue';
import { monthColumns } from './month.columns.tsx';

const PERIODS = [
  { value: '3', label: t('3 months') },
  { value: '12', label: t('12 months') },
] as const;
const unchanged = () => undefined;

/** What was sold month by month: one measure as bars, and all of them as a table. */
export function MonthsCard({ months }: { months: readonly RevenueMonth[] }) {
  const [period, setPeriod] = useState<'3' | '12'>('12');
  const [chosen, setChosen] = useState('');
  const measures = revenueMeasures(months);
  const measure = measures.find(({ value }) => value === chosen) ?? measures[0];
  const shown = months.slice(-Number(period));
  return (
    <Card
      title={t('By month')}
      actions={<SegmentedControl label={t('Period')} segments={PERIODS} value={period} onChange={setPeriod} />}
    >
      <Stack gap={4}>
        {measure && (
          <>
            <Inline gap={2}>
              <Select aria-label={t('Measure')} options={measures} value={measure.value} onChange={setChosen} />
            </Inline>
            <BarChart
              title={measure.label}
              points={shown.map((month) => ({ at: monthLabel(month.from), value: measure.of(month) }))}
              format={measure.format}
            />
          </>
        )}
        <ResourceTable
          caption={t('Sales by month')}
          columns={monthColumns}
          query={{ rows: shown.toReversed(), total: shown.length, pageIndex: 0, pageSize: shown.length }}
          whole
          onChange={unchanged}
          rowKey={({ from }) => from}
          rowLabel={({ from }) => monthLabel(from)}
          empty={<EmptyState icon="card" title={t('Nothing sold yet')} text={t('They will appear here.')} />}
        />
        <Text size="s" tone="muted">
          {t(
            'Months in UTC. A refund counts in the month of its invoice. Customers whose accounts were deleted are not counted.',
          )}
        </Text>
      </Stack>
    </Card>
  );
}
