import { useEffect, useRef } from 'react';
import { isEnded, useTask, type Task } from '@panel/core';

/** Follows a task and calls once when it has ended; that it began before a reload makes no difference. */
export function useTaskEnd(taskId: string | null, onEnd: (task: Task) => void): Task | undefined {
  const { data: task } = useTask(taskId);
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
  return taskId === null ? undefined : task;
}
