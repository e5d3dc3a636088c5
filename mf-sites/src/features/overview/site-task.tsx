import type { SiteOverview } from '@panel/core';
import { Banner, Button, TaskProgress } from '@panel/ui';
import { cannotDelete } from '@panel/resources/site';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';

type Props = { overview: SiteOverview; onDelete: () => void };

/** The site's running task, or its failure and what to do about it. */
export function SiteTask({ overview: { site, failed_task }, onDelete }: Props) {
  const { task, at } = useTaskEnd(site.task_id);
  const cancel = useTaskCancel(task);
  if (task) return <TaskProgress task={task} at={at} {...cancel} />;
  if (site.status !== 'failed' && site.status !== 'moving') return null;
  const remove = (
    <Button icon="trash" onClick={onDelete} disabledReason={cannotDelete(site)}>
      Delete Site
    </Button>
  );
  if (failed_task) return <TaskProgress task={failed_task} failedAction={remove} />;
  return (
    <Banner kind="danger" title="This site failed" action={remove}>
      The checks below say what is missing. Delete the site and create it again; its name becomes free.
    </Banner>
  );
}
