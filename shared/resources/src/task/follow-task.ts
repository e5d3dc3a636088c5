import type { QueryClient } from '@tanstack/react-query';
import { isEnded, taskQuery, type Task } from '@panel/core';

const POLL_MS = 3000;

/**
 * Resolves when a task has ended, even after the user has left the page; with null when it cannot be read any more.
 */
export async function followTask(cache: QueryClient, taskId: string): Promise<Task | null> {
  const task = await cache.fetchQuery(taskQuery(taskId)).catch(() => null);
  if (task === null || isEnded(task)) return task;
  await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return followTask(cache, taskId);
}
