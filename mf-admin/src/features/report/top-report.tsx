import { useState } from 'react';
import type { Report, ReportMeasure } from '@panel/contract';
import { t, usePartner } from '@panel/core';
import { BarChart, EmptyState, Inline, Link, Select, Stack, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { MEASURE_LABELS, REPORT_TITLES, rowName, rowPath, type ReportInput } from '@panel/resources/report';
import { MeasureStats } from './measure-stats.tsx';
import { measureFormat, ReportCard } from './report-card.tsx';

type Row = Pick<Report['rows'][number], 'name' | 'values'> & { key: string; to: string | undefined };

const IN_CHART = 10;
const unchanged = () => undefined;

/** The rows of a report, and one for all others. */
function useRows({ rows, others }: Report): Row[] {
  const partner = usePartner();
  return [
    ...rows.map((row) => ({
      key: `${row.kind}-${row.id ?? 'none'}`,
      name: rowName(row),
      to: rowPath(partner, row),
      values: row.values,
    })),
    ...(others
      ? [
          {
            ...{ key: 'others', to: undefined, values: others.values },
            name: t('{count, plural, one {# other} other {# others}}', { count: others.count }),
          },
        ]
      : []),
  ];
}

const columnsOf = ({ measures }: Report): readonly Column<Row>[] => [
  {
    key: 'name',
    title: t('Name'),
    render: ({ name, to }) => (to ? <Link to={to}>{name}</Link> : <Text>{name}</Text>),
  },
  ...measures.map(({ key }, place) => ({
    key,
    title: MEASURE_LABELS[key],
    align: 'end' as const,
    render: ({ values }: Row) => measureFormat(key)(values[place] ?? 0),
  })),
];

function Top({ report }: { report: Report }) {
  const rows = useRows(report);
  return (
    <ResourceTable
      caption={REPORT_TITLES[report.report]}
      columns={columnsOf(report)}
      query={{ rows, total: rows.length, pageIndex: 0, pageSize: rows.length }}
      whole
      onChange={unchanged}
      rowKey={({ key }) => key}
      rowLabel={({ name }) => name}
      empty={
        <EmptyState
          level={3}
          icon="chart"
          title={t('Nothing in this period')}
          text={t('What is used appears here, the most first.')}
        />
      }
    />
  );
}

/** A report about objects: those with most as bars and as a table, ordered by one measure. */
export function TopReport({ report: name, from, to }: Omit<ReportInput, 'by'>) {
  const [by, setBy] = useState<ReportMeasure>();
  const input = { report: name, from, to, ...(by && { by }) };
  return (
    <ReportCard input={input}>
      {(report) => {
        const place = Math.max(
          0,
          report.measures.findIndex(({ key }) => key === by),
        );
        const key = report.measures[place]?.key;
        return (
          <Stack gap={4}>
            <MeasureStats report={report} />
            {key && report.rows.length > 0 && (
              <>
                <Inline gap={2}>
                  <Select
                    aria-label={t('Most by')}
                    options={report.measures.map((each) => ({ value: each.key, label: MEASURE_LABELS[each.key] }))}
                    value={key}
                    onChange={(next) => setBy(report.measures.find((each) => each.key === next)?.key)}
                  />
                </Inline>
                <BarChart
                  title={t('{report}: {measure}', { report: REPORT_TITLES[name], measure: MEASURE_LABELS[key] })}
                  points={report.rows
                    .slice(0, IN_CHART)
                    .map((row) => ({ at: rowName(row), value: row.values[place] ?? 0 }))}
                  format={measureFormat(key)}
                />
              </>
            )}
            <Top report={report} />
          </Stack>
        );
      }}
    </ReportCard>
  );
}
