import type { Database } from '../../db/database.ts';
import type { StepContext, TaskError } from '../../tasks/task-kind.ts';
import { looksWell } from '../site/site-checks.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { moveSite, taskSite } from '../site/site.repo.ts';
import { backupEnd } from './backup-end.ts';

/** What tasks have in common that replace the content of a site after a backup. */
export const REPLACE_TASK = {
  ...SITE_TASK,
  stale: [...SITE_TASK.stale, 'backup'],
  undoOnFailure: true,
  async cancelled(tx: Database, context: StepContext) {
    await backupEnd.cancelled(tx, context);
    await moveSite(tx, context.task.resourceId, 'ready', { taskId: null });
    return null;
  },
  ended: async ({ app, task }: StepContext) => app.edge.invalidate(task.title),
};

/** Ends the backup of a failed one. Returns whether the previous content is back, and was seen to answer. */
export async function isPutBack(tx: Database, context: StepContext, error: TaskError): Promise<boolean> {
  await backupEnd.failed(tx, context, error);
  return error.code === 'NOT_VERIFIED' && looksWell((await taskSite(tx, context.task.resourceId))?.evidence ?? []);
}
