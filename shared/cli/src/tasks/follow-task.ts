import { setTimeout as later } from 'node:timers/promises';
import { EXIT, Fault } from '../fault.ts';
import { oneLine } from '../output/plain-text.ts';
import { printAnswer, say } from '../output/print.ts';
import { read } from '../session/ask.ts';
import type { Panel } from '../session/choose-panel.ts';
import { createProgress } from './progress.ts';

type Step = { title: string; state: string; progress?: { text: string } | null };
type Task = {
  label: string;
  title: string;
  status: string;
  percent: number;
  steps: Step[];
  error: { message: string } | null;
  ended_at: string | null;
};

const FIRST_MS = 250;
const SLOWEST_MS = 2_000;

/** A pause that grows, so that long work costs few requests. */
export const pauseAfter = (tries: number): Promise<void> => later(Math.min(SLOWEST_MS, FIRST_MS * 1.3 ** tries));

const pathOf = (scope: string, id: string): string =>
  `${scope.startsWith('backups:') ? '/backup/status' : '/task'}/${encodeURIComponent(id)}`;

function wordsOf({ label, steps }: Task): string {
  const step = steps.find(({ state }) => state === 'running');
  if (!step) return label;
  return step.progress?.text ? `${step.title}: ${step.progress.text}` : step.title;
}

/**
 * Follows a task until it has ended, and prints how. `scope` is that of the call that started it, whose token may read
 * the task.
 * @throws Fault unless it succeeded
 */
export async function followTask(
  panel: Panel,
  id: string,
  { json = false, scope }: { json?: boolean; scope: string },
): Promise<void> {
  const progress = createProgress();
  try {
    for (let tries = 0; ; tries += 1) {
      const task = await read<Task>(panel, pathOf(scope, id));
      if (task.ended_at !== null) {
        progress.end();
        if (json) printAnswer(task, { json });
        if (task.status !== 'succeeded')
          throw new Fault(task.error?.message ?? `${task.label} ended without success: ${task.status}.`, EXIT.refused);
        if (!json) say(oneLine(`${task.label}: done, ${task.title}`));
        return;
      }
      progress.show(task.percent, wordsOf(task));
      await pauseAfter(tries);
    }
  } finally {
    progress.end();
  }
}
