import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Report } from '@panel/contract';
import { formatNumber, t } from '@panel/core';
import { Button, Card, ErrorState, formatBytes, formatElapsed, Skeleton } from '@panel/ui';
import { measureUnit, reportQuery, REPORT_TITLES, useExportReport, type ReportInput } from '@panel/resources/report';
import { saveAs } from '@panel/workload/parts';

/** How a value of a measure is written. */
export function measureFormat(key: Report['measures'][number]['key']): (value: number) => string {
  const unit = measureUnit(key);
  if (unit === 'bytes') return formatBytes;
  return unit === 'seconds' ? (seconds) => formatElapsed(seconds * 1000) : formatNumber;
}

/** A card with one report: what it shows once it is there, and its file. */
export function ReportCard({ input, children }: { input: ReportInput; children: (report: Report) => ReactNode }) {
  const { data, error, refetch } = useQuery(reportQuery(input));
  const save = useExportReport((csv) => saveAs(`${input.report}-${input.from}-${input.to}.csv`, csv));
  const title = REPORT_TITLES[input.report];
  return (
    <Card
      title={title}
      actions={
        <Button
          size="s"
          icon="download"
          loading={save.isPending}
          aria-label={t('Export as CSV: {report}', { report: title })}
          onClick={() => save.mutate(input)}
        >
          {t('Export as CSV')}
        </Button>
      }
    >
      {data ? (
        children(data)
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="text" />
      )}
    </Card>
  );
}
