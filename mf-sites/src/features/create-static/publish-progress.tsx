import { useEffect, useState, type ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { isEnded, taskQuery, t } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Button, ButtonLink, Card, Stack, TaskProgress, Text } from '@panel/ui';
import { overviewPath } from '@panel/resources/site';
import { useOnTaskEnd, useTaskCancel } from '@panel/resources/task';
import { NextDomainCard } from './next-domain.card.tsx';
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

const UNTRUSTED = 'SOURCE_UNTRUSTED';

type Props = {
  taskId: string;
  onAgain: () => void;
  /** What follows once the site exists, instead of its overview. */
  next?: { title: string; content: (siteId: string, fqdn: string) => ReactNode };
  /** What follows when the other server has to be accepted first. */
  untrusted?: (siteId: string) => ReactNode;
};

/** The last step while the site is being published, and how it ended. */
export function PublishProgress({ taskId, onAgain, next, untrusted }: Props) {
  const { data: task, dataUpdatedAt } = useSuspenseQuery(taskQuery(taskId));
  useOnTaskEnd(task);
  const cancel = useTaskCancel(task);
  const { draft, discard, fqdn } = useStaticDraft();
  const isReady = task.status === 'succeeded';
  // The address may have the task of an earlier site.
  const isOwnDraft = fqdn === task.title;
  // The draft is removed with the end of the task, and the domain is still to be added.
  const [domain] = useState(isOwnDraft ? draft.domain : '');
  useEffect(() => {
    if (isReady && isOwnDraft) discard();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when a site has come of the draft
  }, [isReady]);
  const title = isReady
    ? (next?.title ?? t('Your site is ready'))
    : !isEnded(task)
      ? t('Publishing {title}', { title: task.title })
      : task.status === 'cancelled'
        ? t('You cancelled this site')
        : t('We couldn’t publish your site');
  return (
    <StaticWizard step="publish" title={title} isStarted complete={isReady}>
      <TaskProgress task={task} at={dataUpdatedAt} title={t('Publication')} {...cancel} />
      {!isEnded(task) && (
        <Text as="p" tone="muted">
          {t('You can leave this page. We’ll keep working and notify you when it’s ready.')}
        </Text>
      )}
      {isReady && task.site_id && domain && <NextDomainCard siteId={task.site_id} domain={domain} />}
      {isReady && task.site_id && next?.content(task.site_id, task.title)}
      {isReady && task.site_id && (
        <div className="p-form-foot">
          <ButtonLink kind={next ? 'default' : 'primary'} to={overviewPath(task.site_id)}>
            {t('Manage site')}
          </ButtonLink>
        </div>
      )}
      {task.error?.code === UNTRUSTED && task.site_id && untrusted?.(task.site_id)}
      {isEnded(task) && !isReady && (
        <Card title={t('What you can do')}>
          <Stack gap={4}>
            <Text as="p" tone="soft">
              {t(
                '{title} stays reserved for you, without files. Change what is wrong and publish again, or delete the site in the list of sites.',
                { title: task.title },
              )}
            </Text>
            <div className="p-form-foot">
              <ButtonLink to="/sites">{t('My Sites')}</ButtonLink>
              <Button kind="primary" icon="refresh" onClick={onAgain}>
                {t('Try again')}
              </Button>
            </div>
          </Stack>
        </Card>
      )}
    </StaticWizard>
  );
}
