import { useState } from 'react';
import { useTaskProgress } from '@panel/resources/task';

/**
 * The running task of a workload, or of what belongs to it, or the last one that this page started or has seen running:
 * props of the progress part. How it ended stays on the page.
 */
export function useToolTask({ task_id }: { task_id: string | null }) {
  const [started, setStarted] = useState<string | null>(null);
  if (task_id && task_id !== started) setStarted(task_id);
  return { progress: useTaskProgress(task_id ?? started), setStarted };
}
