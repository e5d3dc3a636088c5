import { useQuery } from '@tanstack/react-query';
import { t, told } from '@panel/core';
import {
  Badge,
  Banner,
  Button,
  Card,
  Inline,
  Link,
  RelativeTime,
  Skeleton,
  Stack,
  Text,
  formatElapsed,
} from '@panel/ui';
import { DataList } from '@panel/ui/data';
import {
  appPreviewsPath,
  buildQuery,
  buildStatusLabels,
  cannotCancelBuild,
  frameworkLabel,
  isActiveBuild,
  shortCommit,
  triggerLabel,
  useCancelBuild,
} from '@panel/resources/app';
import { useTask } from '@panel/resources/task';
import { TaskProgress } from '@panel/ui';
import { BuildLogView } from './build-log.tsx';
import { useBuildLog } from './use-build-log.ts';

/** One build: what it is of, how far it is, why it failed, and its log. */
export function BuildView({ buildId }: { buildId: string }) {
  const { data: build, error } = useQuery(buildQuery(buildId));
  const { data: task, dataUpdatedAt: at } = useTask(build?.task_id ?? null);
  const log = useBuildLog(buildId);
  const cancel = useCancelBuild();
  if (error) throw error;
  if (!build) return <Skeleton kind="detail" rows={6} />;
  const { label, tone } = buildStatusLabels[build.status];
  return (
    <Stack gap={4}>
      {build.error && (
        <Banner kind="danger" title={t('This build failed')}>
          {told(build.error)}
        </Banner>
      )}
      {isActiveBuild(build) && task && <TaskProgress task={task} at={at} />}
      <Card
        title={t('Build {number}', { number: build.number })}
        actions={
          isActiveBuild(build) && (
            <Button
              icon="close"
              loading={cancel.isPending}
              disabledReason={cannotCancelBuild(build)}
              onClick={() => cancel.mutate(build.id)}
            >
              {t('Cancel build')}
            </Button>
          )
        }
      >
        <DataList
          items={[
            {
              key: 'status',
              label: t('Status'),
              value: (
                <Inline>
                  <Badge tone={tone}>{label}</Badge>
                  {build.is_live && <Badge tone="success">{t('Live')}</Badge>}
                </Inline>
              ),
            },
            { key: 'started-by', label: t('Started by'), value: triggerLabel(build.trigger) },
            { key: 'branch', label: t('Branch'), value: build.branch ?? '–' },
            build.preview_id !== null && {
              key: 'preview',
              label: t('Preview'),
              value: (
                <Link to={appPreviewsPath(build.site_id)}>
                  {t('Preview of {branch}', { branch: build.branch ?? '' })}
                </Link>
              ),
            },
            {
              key: 'commit',
              label: t('Commit'),
              value: build.commit ? (
                <span className="p-break">
                  <code>{shortCommit(build.commit)}</code> {build.commit_message}
                </span>
              ) : (
                '–'
              ),
            },
            { key: 'framework', label: t('Framework'), value: frameworkLabel(build.framework) },
            { key: 'started', label: t('Started'), value: <RelativeTime at={build.started_at ?? build.created_at} /> },
            {
              key: 'duration',
              label: t('Duration'),
              value:
                build.started_at && build.ended_at
                  ? formatElapsed(Date.parse(build.ended_at) - Date.parse(build.started_at))
                  : '–',
            },
          ]}
        />
      </Card>
      <Card title={t('Log')}>
        {log.error ? (
          <Text tone="danger">{log.error.message}</Text>
        ) : (
          <BuildLogView lines={log.lines} ended={log.ended} leftOut={log.leftOut} name={`build-${build.number}`} />
        )}
      </Card>
    </Stack>
  );
}
