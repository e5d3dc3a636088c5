import type { QueryClient } from '@tanstack/react-query';
import { isEnded, taskQuery, type Task } from '@panel/core';

/** The first part of every task's key: the path of its call. */
const CALL = JSON.stringify(taskQuery('').queryKey[0]);

/** Calls back once for each task that ends while any page follows it. Returns the unsubscribe function. */
export function onTaskEnd(cache: QueryClient, onEnd: (task: Task) => void): () => void {
  const seen = new Set<string>();
  return cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || JSON.stringify(query.queryKey[0]) !== CALL) return;
    const task = query.state.data as Task | undefined;
    if (!task || !isEnded(task) || seen.has(task.task_id)) return;
    seen.add(task.task_id);
    onEnd(task);
  });
}
