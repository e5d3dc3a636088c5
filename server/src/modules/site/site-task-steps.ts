import type { StepContext } from '../../tasks/task-kind.ts';
import { taskSite, type SiteRow } from './site.repo.ts';

/** The current state of a task's site. */
export async function siteOf({ app, task }: StepContext): Promise<SiteRow> {
  const site = await taskSite(app.db, task.resourceId);
  if (!site) throw new Error(`The site ${task.resourceId} of task ${task.id} is gone.`);
  return site;
}

/** The common part of all kinds of tasks on sites. */
export const SITE_TASK = { resource: 'site', stale: ['site', 'notification'] } as const;

export const overviewLink = (siteId: string): string => `/manage-site/overview/${siteId}`;
