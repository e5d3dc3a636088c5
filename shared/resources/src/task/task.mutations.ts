import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { api, isEnded, taskQuery, type Task } from '@panel/core';
import { markStale } from '../stale.ts';
import { cannotCancel } from './task.can.ts';

/** Stale after the end of a task: everything about the resources that its kind declares. */
const staleKeys = ({ stale }: Pick<Task, 'stale'>): QueryKey[] => stale.map((resource) => [[resource]]);

/** Reloads what a task has changed, if it is on the page. */
export const markTaskStale = (cache: QueryClient, task: Pick<Task, 'stale'>): Promise<void> =>
  markStale(cache, staleKeys(task));

/** Cancels a task. A refusal is shown as a notification, and the task is reloaded: it has ended, or it is too late. */
export function useCancelTask() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (taskId: string) => api.task.cancel({ taskId }, { context: { failure: 'notice' } }),
    onSuccess: (task) => {
      cache.setQueryData(taskQuery(task.task_id).queryKey, task);
      return isEnded(task) ? markTaskStale(cache, task) : undefined;
    },
    onError: (_error, taskId) => cache.invalidateQueries({ queryKey: taskQuery(taskId).queryKey }),
  });
}

/** Props of the progress part that offer to cancel its task. */
export function useTaskCancel(task: Task | undefined) {
  const { mutate, isPending: cancelling } = useCancelTask();
  return { cancelling, cannotCancel: task && cannotCancel(task), onCancel: () => task && mutate(task.task_id) };
}
