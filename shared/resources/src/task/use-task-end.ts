import { useEffect, useRef } from 'react';
import { isEnded, useTask, type Task } from '@panel/core';

/** Follows a task and calls once when it has ended; that it began before a reload makes no difference. `at`: when it was read. */
export function useTaskEnd(taskId: string | null, onEnd: (task: Task) => void): { task: Task | undefined; at: number } {
  const { data: task, dataUpdatedAt: at } = useTask(taskId);
  const told = useRef<string | null>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!task || !isEnded(task) || told.current === task.task_id) return;
    told.current = task.task_id;
    latest.current(task);
  }, [task]);
  return { task: taskId === null ? undefined : task, at };
}
