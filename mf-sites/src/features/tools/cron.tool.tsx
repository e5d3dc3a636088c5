import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CronEvent } from '@panel/core';
import { Card, EmptyState, RelativeTime, Text } from '@panel/ui';
import { ResourceTable, type Column } from '@panel/ui/data';
import { cronQuery, intervalLabel, siteTools, useTool } from '@panel/resources/site-tool';
import { NotShown } from './not-shown.tsx';
import { ToolData } from '@panel/workload/parts';
import type { ToolProps } from './tool-props.ts';

const PAGE_SIZE = 20;

const columns: readonly Column<CronEvent>[] = [
  {
    key: 'hook',
    title: t('Event'),
    render: ({ hook }) => (
      <Text mono className="p-break">
        {hook}
      </Text>
    ),
  },
  { key: 'next_run', title: t('Next run'), width: '160px', render: ({ next_run }) => <RelativeTime at={next_run} /> },
  { key: 'interval', title: t('Repeats'), width: '160px', render: ({ interval }) => intervalLabel(interval) },
];

/** What WordPress and its plugins have scheduled. The panel runs what is due every five minutes. */
export function CronTool({ siteId, reason, onStarted }: ToolProps) {
  const [page, setPage] = useState({ pageIndex: 0, pageSize: PAGE_SIZE });
  const run = useTool(siteTools.runCron, onStarted);
  const result = useQuery({ ...cronQuery(siteId), enabled: reason === undefined });
  return (
    <Card title={t('Scheduled events')} flush>
      <ToolData result={result} reason={reason} what={t('the scheduled events')}>
        {({ events, others }, { loading }) => (
          <>
            <ResourceTable
              caption={t('Scheduled events')}
              columns={columns}
              query={{
                ...page,
                rows: events.slice(page.pageIndex * page.pageSize, (page.pageIndex + 1) * page.pageSize),
                total: events.length,
              }}
              onChange={({ pageIndex = 0, pageSize = page.pageSize }) => setPage({ pageIndex, pageSize })}
              loading={loading}
              rowKey={({ hook, next_run }) => `${hook} ${next_run}`}
              rowLabel={({ hook }) => hook}
              rowActions={({ hook }) => [
                {
                  key: 'run',
                  label: t('Run now'),
                  icon: 'play',
                  disabledReason: reason,
                  onSelect: () => run.mutate({ id: siteId, hook }),
                },
              ]}
              empty={
                <EmptyState
                  icon="clock"
                  level={3}
                  title={t('Nothing is scheduled')}
                  text={t('Events of WordPress and its plugins will appear here.')}
                />
              }
            />
            <NotShown count={others} />
          </>
        )}
      </ToolData>
    </Card>
  );
}
