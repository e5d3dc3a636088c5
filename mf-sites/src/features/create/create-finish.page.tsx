import { Suspense, useEffect } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { isEnded, queryClient, taskQuery, type PageContext, type Task } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Card, Skeleton, TaskProgress, Text } from '@panel/ui';
import { useRefreshSites } from '@panel/resources/site';
import { FinishFailed } from './finish-failed.tsx';
import { FinishReady, READY_TITLE } from './finish-ready.tsx';
import { stepPath } from './site-draft.ts';
import { WizardPage } from './wizard.page.tsx';

export function prefetch({ search }: PageContext) {
  const id = search.get('task');
  return id && queryClient.prefetchQuery(taskQuery(id));
}

/** /create-site-with-wordpress/finish?task={id}: all it needs is in the address, so a reload loses nothing. */
export function Component() {
  const [search] = useSearchParams();
  const taskId = search.get('task');
  return taskId ? <FinishPage taskId={taskId} /> : <Navigate to={stepPath('details')} replace />;
}

const heading = ({ status, fqdn }: Task): string => {
  if (status === 'succeeded') return 'Your site is ready';
  return isEnded({ status }) ? 'We couldn’t create your site' : `Creating ${fqdn ?? 'your site'}`;
};

function FinishPage({ taskId }: { taskId: string }) {
  const { data: task, dataUpdatedAt } = useSuspenseQuery(taskQuery(taskId));
  const refresh = useRefreshSites();
  const ended = isEnded(task);
  useEffect(() => {
    if (ended) void refresh();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the work has ended
  }, [ended]);
  return (
    <WizardPage step="finish" title={heading(task)}>
      {task.status === 'succeeded' && task.site_id && (
        <Suspense
          fallback={
            <Card title={READY_TITLE}>
              <Skeleton kind="text" rows={4} />
            </Card>
          }
        >
          <FinishReady siteId={task.site_id} />
        </Suspense>
      )}
      <TaskProgress task={task} at={dataUpdatedAt} title="Installation" />
      {!ended && (
        <Text as="p" tone="muted">
          You can leave this page. We’ll keep working and notify you when it’s ready.
        </Text>
      )}
      {ended && task.status !== 'succeeded' && <FinishFailed task={task} />}
    </WizardPage>
  );
}
