import type { SiteOverview } from '@panel/core';
import { Banner, Button, TaskProgress } from '@panel/ui';
import { cannotDelete, useRefreshSites } from '@panel/resources/site';
import { useTaskEnd } from '@panel/resources/task';

const TITLES: Readonly<Record<string, string>> = {
  'site.initiate': 'Reserving the name',
  'site.create': 'Creating the site',
  'site.finalize': 'Installing WordPress',
  'site.rename': 'Changing the site name',
  'site.delete': 'Deleting the site',
};

type Props = { overview: SiteOverview; onDelete: () => void };

/** What is going on with the site now, or what went wrong with it and the way out. */
export function SiteTask({ overview: { site, failed_task }, onDelete }: Props) {
  const refresh = useRefreshSites();
  const { task, at } = useTaskEnd(site.task_id, () => void refresh());
  if (task) return <TaskProgress task={task} at={at} title={TITLES[task.kind]} />;
  if (site.status !== 'failed' && site.status !== 'moving') return null;
  const remove = (
    <Button icon="trash" onClick={onDelete} disabledReason={cannotDelete(site)}>
      Delete Site
    </Button>
  );
  if (failed_task) return <TaskProgress task={failed_task} title={TITLES[failed_task.kind]} failedAction={remove} />;
  return (
    <Banner kind="danger" title="This site failed" action={remove}>
      The checks below say what is missing. Delete the site and create it again; its name becomes free.
    </Banner>
  );
}
