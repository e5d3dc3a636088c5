import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isEnded, useTask, type Task } from '@panel/core';
import { markTaskStale } from './task.mutations.ts';

/**
 * Follows a task. When it has ended, reloads what it changed and calls `onEnd` once, even if the task began before a
 * reload of the page. `at`: the time of the last read.
 */
export function useTaskEnd(
  taskId: string | null,
  onEnd?: (task: Task) => void,
): { task: Task | undefined; at: number } {
  const { data: task, dataUpdatedAt: at } = useTask(taskId);
  useOnTaskEnd(task, onEnd);
  return { task: taskId === null ? undefined : task, at };
}

/** The same for a task that the page has already loaded. */
export function useOnTaskEnd(task: Task | undefined, onEnd?: (task: Task) => void): void {
  const cache = useQueryClient();
  const seen = useRef<string | null>(null);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!task || !isEnded(task) || seen.current === task.task_id) return;
    seen.current = task.task_id;
    void markTaskStale(cache, task);
    latest.current?.(task);
  }, [cache, task]);
}
