import { isEnded, type Task, t } from '@panel/core';

/** Why a task cannot be cancelled now, or nothing. */
export function cannotCancel(task: Pick<Task, 'status' | 'cancel'>): string | undefined {
  if (isEnded(task)) return t('The task has ended.');
  if (task.status === 'cancelling') return t('The task is being cancelled.');
  return task.cancel === null ? t('What runs now cannot be undone. Wait until it has finished.') : undefined;
}
