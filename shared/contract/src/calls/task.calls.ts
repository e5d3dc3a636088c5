import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { ListedTask, Task, TaskListQuery } from '../schemas/task.ts';

const ByTask = v.object({ taskId: Id });

/**
 * Long-running tasks on any resource. The specification reads the same record by resource, e.g.
 * `/site/check/{taskId}`.
 */
export const taskCalls = {
  list: call({
    method: 'GET',
    path: '/task',
    summary: 'Tasks of the partner and its customers, the newest first, by page',
    audience: 'staff',
  })
    .input(TaskListQuery)
    .output(page(ListedTask)),
  byId: call({
    method: 'GET',
    path: '/task/{taskId}',
    summary: 'State of a task on any resource',
    audience: 'signed-in',
    errors: ['NOT_FOUND'],
  })
    .input(ByTask)
    .output(Task),
  cancel: call({
    method: 'POST',
    path: '/task/{taskId}/cancel',
    summary:
      'Cancel a task: a waiting one immediately, a running one as soon as its step allows. Cancelling is idempotent.',
    audience: 'signed-in',
    errors: ['NOT_FOUND', 'TASK_ENDED', 'TASK_NOT_CANCELLABLE'],
  })
    .input(ByTask)
    .output(Task),
};
