import type { Database } from '../../db/database.ts';
import type { StepContext, TaskRow } from '../../tasks/task-kind.ts';
import { stepsOf } from '../../tasks/task.repo.ts';
import { looksWell } from './site-checks.ts';
import { taskSite, type SiteRow } from './site.repo.ts';

/** The current state of a task's site. */
export async function siteOf({ app, task }: StepContext): Promise<SiteRow> {
  const site = await taskSite(app.db, task.resourceId);
  if (!site) throw new Error(`The site ${task.resourceId} of task ${task.id} is gone.`);
  return site;
}

/** Whether the site of a task was seen to answer since a step began. What was seen before is not the result of that step. */
export async function answeredSince(
  db: Database,
  { id, resourceId }: Pick<TaskRow, 'id' | 'resourceId'>,
  step: string,
): Promise<boolean> {
  const started = (await stepsOf(db, id)).find(({ name }) => name === step)?.started;
  const evidence = (await taskSite(db, resourceId))?.evidence ?? [];
  return Boolean(started) && looksWell(evidence) && evidence.every(({ checked_at }) => checked_at >= (started ?? ''));
}

/** The common part of all kinds of tasks on sites. */
export const SITE_TASK = { resource: 'site', stale: ['site', 'notification'] } as const;

export const overviewLink = (siteId: string): string => `/manage-site/overview/${siteId}`;
