import type { Database } from '../../db/database.ts';
import type { Notice, StepContext } from '../../tasks/task-kind.ts';
import { moveSite, taskSite } from '../site/site.repo.ts';
import { advancePlan } from './plan-advance.ts';
import { noticeOf } from './run-result.ts';
import { lockRunOf, runSites } from './run.repo.ts';

/**
 * Ends a task of a change on many sites. The site was live all the time: whatever the task did, it is ready again. A
 * running plan continues; otherwise the last task reports the result, also that of a plan that was stopped.
 */
export async function endOfRunTask(tx: Database, { app, task }: StepContext): Promise<Notice | null> {
  if (await taskSite(tx, task.resourceId)) await moveSite(tx, task.resourceId, 'ready', { taskId: null });
  const run = await lockRunOf(tx, task.id);
  if (!run) return null;
  return run.state === 'running' ? advancePlan(app, tx, run) : noticeOf(run, await runSites(tx, run.id));
}
