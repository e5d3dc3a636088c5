import type { SiteOverview } from '@panel/core';
import { Banner, ButtonLink, TaskProgress } from '@panel/ui';
import { deletePath } from '@panel/resources/site';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';

/** The site's running task, or its failure and what to do about it. */
export function SiteTask({ overview: { site, failed_task } }: { overview: SiteOverview }) {
  const { task, at } = useTaskEnd(site.task_id);
  const cancel = useTaskCancel(task);
  if (task) return <TaskProgress task={task} at={at} {...cancel} />;
  if (site.status !== 'failed' && site.status !== 'moving') return null;
  const remove = (
    <ButtonLink icon="trash" to={deletePath(site.site_id ?? '')}>
      {site.isStage ? 'Delete Staging' : 'Delete Site'}
    </ButtonLink>
  );
  if (failed_task) return <TaskProgress task={failed_task} failedAction={remove} />;
  return (
    <Banner kind="danger" title="This site failed" action={remove}>
      The checks below say what is missing. Delete the site and create it again; its name becomes free.
    </Banner>
  );
}
