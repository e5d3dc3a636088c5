import { useQuery } from '@tanstack/react-query';
import type { Task } from '@panel/contract';
import { calls } from './calls.ts';

export const isEnded = (task: Pick<Task, 'status'>): boolean =>
  ['succeeded', 'failed', 'cancelled'].includes(task.status);

/** 1 s at first, rising to 5 s (decision: Statuses). */
export const pollDelay = (polls: number): number => Math.min(5000, 1000 + polls * 250);

export const taskQuery = (taskId: string) =>
  calls.task.byId.queryOptions({
    input: { taskId },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data) ? false : pollDelay(state.dataUpdateCount)),
  });

/** Polls a task until it has ended; works after a reload, because it needs only the id. */
export function useTask(taskId: string | null) {
  return useQuery({ ...taskQuery(taskId ?? ''), enabled: taskId !== null });
}
