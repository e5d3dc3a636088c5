import { Suspense } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { isEnded, queryClient, taskQuery, type PageContext, type Task, t } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Card, Skeleton, TaskProgress, Text } from '@panel/ui';
import { useOnTaskEnd, useTaskCancel } from '@panel/resources/task';
import { FinishFailed } from './finish-failed.tsx';
import { FinishReady } from './finish-ready.tsx';
import { stepPath } from './site-draft.ts';
import { WizardPage } from './wizard.page.tsx';

export function prefetch({ search }: PageContext) {
  const id = search.get('task');
  return id && queryClient.prefetchQuery(taskQuery(id));
}

/** /create-site-with-wordpress/finish?task={id}: the address holds everything, so a reload loses nothing. */
export function Component() {
  const [search] = useSearchParams();
  const taskId = search.get('task');
  return taskId ? <FinishPage taskId={taskId} /> : <Navigate to={stepPath('details')} replace />;
}

const heading = ({ status, title }: Task): string => {
  if (status === 'succeeded') return t('Your site is ready');
  if (status === 'cancelled') return t('You cancelled this site');
  if (status === 'cancelling') return t('Cancelling {title}', { title });
  return isEnded({ status }) ? t('We couldn’t create your site') : t('Creating {title}', { title });
};

function FinishPage({ taskId }: { taskId: string }) {
  const { data: task, dataUpdatedAt } = useSuspenseQuery(taskQuery(taskId));
  useOnTaskEnd(task);
  const cancel = useTaskCancel(task);
  const ended = isEnded(task);
  return (
    <WizardPage step="finish" complete={task.status === 'succeeded'} title={heading(task)}>
      {task.status === 'succeeded' && task.site_id && (
        <Suspense
          fallback={
            <Card>
              <Skeleton kind="text" rows={4} />
            </Card>
          }
        >
          <FinishReady siteId={task.site_id} />
        </Suspense>
      )}
      <TaskProgress task={task} at={dataUpdatedAt} title={t('Installation')} {...cancel} />
      {!ended && task.status !== 'cancelling' && (
        <Text as="p" tone="muted">
          {t('You can leave this page. We’ll keep working and notify you when it’s ready.')}
        </Text>
      )}
      {ended && task.status !== 'succeeded' && <FinishFailed task={task} />}
    </WizardPage>
  );
}
