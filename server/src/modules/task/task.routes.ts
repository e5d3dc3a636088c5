import type { Task } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';

const { task } = calls;

/**
 * A task on a resource of the caller, or for staff of the partner.
 * @throws PanelError NOT_FOUND
 */
export const findTask = async (context: CallContext, id: string): Promise<Task> =>
  found(await context.app.tasks.find(id, scopeOf(context)));

export const taskRoutes = {
  list: task.list.handler(({ context, input }) =>
    paged(
      input,
      (slice) => context.app.tasks.list(scopeOf(context), input, slice),
      (row) => row,
    ),
  ),
  byId: task.byId.handler(({ context, input }) => findTask(context, input.taskId)),
  cancel: task.cancel.handler(async ({ context, input: { taskId } }) => {
    await findTask(context, taskId);
    await context.app.tasks.cancel(context.app, taskId);
    return findTask(context, taskId);
  }),
};
