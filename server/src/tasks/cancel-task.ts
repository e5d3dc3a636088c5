import type { AppContext } from '../context/app-context.ts';
import { PanelError } from '../kernel/errors.ts';
import { createDiscards } from './discards.ts';
import { endHook } from './run-task.ts';
import { kindOf, type StepContext, type TaskKinds } from './task-kind.ts';
import { wakeWorkers } from './task-queue.repo.ts';
import { finalStep } from './task-view.ts';
import { endTask, lockTask, markCancelling, notifyStarter } from './task.repo.ts';

const CANCELLED = { status: 'cancelled', error: null } as const;
const ENDED: Readonly<Record<string, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
};

/**
 * Cancels a task. An unclaimed one ends in this transaction; any other is marked, and its current or next worker
 * reverts what was done. A second call changes nothing.
 * @throws PanelError NOT_FOUND, TASK_ENDED, TASK_NOT_CANCELLABLE
 */
export async function cancelTask(app: AppContext, id: string, kinds: TaskKinds): Promise<void> {
  const ended = await app.db.transaction(async (tx) => {
    const task = await lockTask(tx, id);
    if (!task) throw new PanelError('NOT_FOUND');
    if (task.status === 'cancelling') return null;
    const how = ENDED[task.status];
    if (how) throw new PanelError('TASK_ENDED', { ended: how });
    const final = finalStep(task.steps);
    if (final) throw new PanelError('TASK_NOT_CANCELLABLE', { step: final.title });
    if (task.status === 'running') {
      await markCancelling(tx, id);
      await wakeWorkers(tx, id);
      return null;
    }
    const kind = kindOf(kinds, task.kind);
    const signal = new AbortController().signal;
    const discards = createDiscards(app);
    const context: StepContext = {
      ...{ app, task, secrets: {}, signal },
      ...{ note: () => undefined, progress: () => undefined },
      discard: discards.add,
    };
    if (!(await endTask(tx, task, { ...CANCELLED, steps: task.steps }))) throw new PanelError('CONFLICT');
    const notice = await endHook(tx, context, kind, CANCELLED);
    if (notice) await notifyStarter(tx, task, notice);
    return { kind, context, discards };
  });
  await ended?.kind.ended?.(ended.context);
  await ended?.discards.remove();
}
