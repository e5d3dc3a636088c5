import type { Database } from '../../db/database.ts';
import type { Notice, StepContext } from '../../tasks/task-kind.ts';
import { moveSite, taskSite } from '../site/site.repo.ts';
import { advancePlan } from './plan-advance.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { planKindOf } from './plan-kind-of.ts';
import { isToBeReviewed, lockRunOf, runSites } from './run.repo.ts';

/**
 * Ends a task of a change on many sites. The site was live all the time: whatever the task did, it is ready again. A
 * running plan continues; otherwise the last task reports the result, also that of a plan that was stopped.
 */
export async function endOfRunTask(tx: Database, { app, task }: StepContext): Promise<Notice | null> {
  if (await taskSite(tx, task.resourceId)) await moveSite(tx, task.resourceId, 'ready', { taskId: null });
  const run = await lockRunOf(tx, task.id);
  if (!run) return null;
  return run.state === 'running'
    ? advancePlan(app, tx, run)
    : planKindOf(app, run).ended(run, await runSites(tx, run.id));
}

/** The same for a task that archived its site before the change; the archive stays while the change can still be undone. */
export async function endOfChange(tx: Database, context: StepContext): Promise<Notice | null> {
  const { app, task } = context;
  if (!(await isToBeReviewed(tx, task.id))) await removeWork(app, task.id);
  return endOfRunTask(tx, context);
}
