import { useState } from 'react';
import { t } from '@panel/core';
import { AreaChart, BarChart, Inline, Select, Stack } from '@panel/ui';
import { MEASURE_LABELS, pointsOf, type ReportInput } from '@panel/resources/report';
import { MeasureStats } from './measure-stats.tsx';
import { measureFormat, ReportCard } from './report-card.tsx';

/** A report over time: its sums, and one measure as a chart. */
export function TimeReport(input: ReportInput) {
  const [chosen, setChosen] = useState<string>('');
  return (
    <ReportCard input={input}>
      {(report) => {
        const place = Math.max(
          0,
          report.measures.findIndex(({ key }) => key === chosen),
        );
        const key = report.measures[place]?.key;
        const Chart = report.unit === 'day' ? AreaChart : BarChart;
        return (
          <Stack gap={4}>
            <MeasureStats report={report} />
            {key && (
              <>
                <Inline gap={2}>
                  <Select
                    aria-label={t('Measure')}
                    options={report.measures.map((each) => ({ value: each.key, label: MEASURE_LABELS[each.key] }))}
                    value={key}
                    onChange={setChosen}
                  />
                </Inline>
                <Chart title={MEASURE_LABELS[key]} points={pointsOf(report, place)} format={measureFormat(key)} />
              </>
            )}
          </Stack>
        );
      }}
    </ReportCard>
  );
}
