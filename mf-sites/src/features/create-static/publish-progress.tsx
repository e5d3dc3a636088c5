import { useEffect } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { isEnded, taskQuery } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Button, ButtonLink, Card, Stack, TaskProgress, Text } from '@panel/ui';
import { overviewPath } from '@panel/resources/site';
import { useOnTaskEnd, useTaskCancel } from '@panel/resources/task';
import { useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

/** The task in the address of the last step: a reload loses nothing. */
export function usePublishTask() {
  const [search, setSearch] = useSearchParams();
  return {
    taskId: search.get('task'),
    show: (task: string) => setSearch({ task }, { replace: true }),
    close: () => setSearch({}, { replace: true }),
  };
}

/** The last step while the site is being published, and how it ended. */
export function PublishProgress({ taskId, onAgain }: { taskId: string; onAgain: () => void }) {
  const { data: task, dataUpdatedAt } = useSuspenseQuery(taskQuery(taskId));
  useOnTaskEnd(task);
  const cancel = useTaskCancel(task);
  const { discard, fqdn } = useStaticDraft();
  const isReady = task.status === 'succeeded';
  // The address may have the task of an earlier site.
  const isOwnDraft = fqdn === task.title;
  useEffect(() => {
    if (isReady && isOwnDraft) discard();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when a site has come of the draft
  }, [isReady]);
  const title = isReady
    ? 'Your site is ready'
    : !isEnded(task)
      ? `Publishing ${task.title}`
      : task.status === 'cancelled'
        ? 'You cancelled this site'
        : 'We couldn’t publish your site';
  return (
    <StaticWizard step="publish" title={title} isStarted complete={isReady}>
      <TaskProgress task={task} at={dataUpdatedAt} title="Publication" {...cancel} />
      {!isEnded(task) && (
        <Text as="p" tone="muted">
          You can leave this page. We’ll keep working and notify you when it’s ready.
        </Text>
      )}
      {isReady && task.site_id && (
        <div className="p-form-foot">
          <ButtonLink kind="primary" to={overviewPath(task.site_id)}>
            Manage site
          </ButtonLink>
        </div>
      )}
      {isEnded(task) && !isReady && (
        <Card title="What you can do">
          <Stack gap={4}>
            <Text as="p" tone="soft">
              {task.title} stays reserved for you, without files. Change what is wrong and publish again, or delete the
              site in the list of sites.
            </Text>
            <div className="p-form-foot">
              <ButtonLink to="/sites">My Sites</ButtonLink>
              <Button kind="primary" icon="refresh" onClick={onAgain}>
                Try again
              </Button>
            </div>
          </Stack>
        </Card>
      )}
    </StaticWizard>
  );
}
