import type { Task } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { paged } from '../../kernel/paged.ts';
import { PLATFORM_KINDS } from '../../tasks/platform-kinds.ts';

const { task } = calls;

/**
 * A task on a resource of the caller, or for staff of the partner.
 * @throws PanelError NOT_FOUND
 */
export async function findTask(context: CallContext, id: string): Promise<Task> {
  const row = found(await context.app.tasks.find(id, scopeOf(context)));
  return isOperators(context, row.kind) ? { ...row, cancel: null } : row;
}

/** Whether a task is for the operator alone to cancel: on which machine a site is concerns nobody else. */
const isOperators = ({ viewer }: CallContext, kind: string): boolean =>
  PLATFORM_KINDS.includes(kind) && viewer?.user.role !== 'superadmin';

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
    const { kind, label } = await findTask(context, taskId);
    if (isOperators(context, kind)) throw new PanelError('TASK_NOT_CANCELLABLE', { step: label });
    await context.app.tasks.cancel(context.app, taskId);
    return findTask(context, taskId);
  }),
};
