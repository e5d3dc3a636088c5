import type { Task } from '@panel/core';
import { useTaskCancel } from './task.mutations.ts';
import { useTaskEnd } from './use-task-end.ts';

/** Props of the progress part for a task, which `useTaskEnd` follows; undefined until the task is known. */
export function useTaskProgress(taskId: string | null, onEnd?: (task: Task) => void) {
  const { task, at } = useTaskEnd(taskId, onEnd);
  const cancel = useTaskCancel(task);
  return task && { task, at, ...cancel };
}
