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

/** Reads a task; a token may start more than it may read. */
async function readTask(panel: Panel, id: string, scope: string): Promise<Task> {
  try {
    return await read<Task>(panel, pathOf(scope, id));
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'API_TOKEN_SCOPE') throw error;
    throw new Fault(`It has started, but cannot be waited for: ${error.message}`, EXIT.refused);
  }
}

/** Follows a task until it has ended. `scope` is that of the call that started it. */
export async function waitForTask(panel: Panel, id: string, scope: string): Promise<Task> {
  const progress = createProgress();
  try {
    for (let tries = 0; ; tries += 1) {
      const task = await readTask(panel, id, scope);
      if (task.ended_at !== null) return task;
      progress.show(task.percent, wordsOf(task));
      await pauseAfter(tries);
    }
  } finally {
    progress.end();
  }
}

/** @throws Fault unless the task succeeded */
export function needSuccess({ status, label, error }: Task): void {
  if (status !== 'succeeded')
    throw new Fault(error?.message ?? `${label} ended without success: ${status}.`, EXIT.refused);
}

/**
 * Follows a task, and prints how it has ended.
 * @throws Fault unless it succeeded
 */
export async function followTask(
  panel: Panel,
  id: string,
  { json = false, scope }: { json?: boolean; scope: string },
): Promise<void> {
  const task = await waitForTask(panel, id, scope);
  if (json) printAnswer(task, { json });
  needSuccess(task);
  if (!json) say(oneLine(`${task.label}: done, ${task.title}`));
}
