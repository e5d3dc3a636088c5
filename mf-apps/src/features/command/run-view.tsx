import { useQuery } from '@tanstack/react-query';
import { t, told } from '@panel/core';
import { Banner, Button, Card, formatElapsed, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { isActiveRun, runLogQuery, runQuery, useCancelRun } from '@panel/resources/app';
import { BuildLogView } from '../build/build-log.tsx';
import { useGrowingLog } from '../build/use-build-log.ts';
import { RunStatus } from './run-list.tsx';

/** One command: how it goes or went, and its log. */
export function RunView({ runId }: { runId: string }) {
  const { data: run, error } = useQuery(runQuery(runId));
  const log = useGrowingLog((from) => runLogQuery(runId, from));
  const cancel = useCancelRun();
  if (error) throw error;
  if (!run) return <Skeleton kind="detail" rows={6} />;
  return (
    <Stack gap={4}>
      {run.error !== null && <Banner kind={run.status === 'skipped' ? 'warning' : 'danger'}>{told(run.error)}</Banner>}
      <Card
        title={t('Command')}
        actions={
          isActiveRun(run) && (
            <Button icon="close" loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
              {t('Cancel command')}
            </Button>
          )
        }
      >
        <DataList
          items={[
            { key: 'command', label: t('Command'), value: <code className="p-break">{run.command}</code> },
            { key: 'status', label: t('Status'), value: <RunStatus run={run} /> },
            { key: 'started', label: t('Started'), value: <RelativeTime at={run.started_at ?? run.created_at} /> },
            {
              key: 'duration',
              label: t('Duration'),
              value:
                run.started_at && run.ended_at
                  ? formatElapsed(Date.parse(run.ended_at) - Date.parse(run.started_at))
                  : '–',
            },
          ]}
        />
      </Card>
      <Card title={t('Log')}>
        {log.error ? (
          <Text tone="danger">{log.error.message}</Text>
        ) : (
          <BuildLogView
            lines={log.lines}
            ended={log.ended}
            leftOut={log.leftOut}
            name={`command-${run.id}`}
            label={t('Log of the command')}
            empty={t('This command wrote nothing.')}
          />
        )}
      </Card>
    </Stack>
  );
}
