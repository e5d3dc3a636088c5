import type { TaskStep } from '@panel/contract';
import type { Amount } from '../lib/amount.ts';
import type { AppContext } from '../context/app-context.ts';
import { CancelRequested, TaskInterrupted } from './task-error.ts';
import { fractionOf, progressOf } from './step-progress.ts';
import { outlineOf, type StepDefinition, type TaskRow } from './task-kind.ts';
import { saveSteps } from './task.repo.ts';

/** Maximum log lines for a step's progress: one for each quarter. */
const LINES = 4;

/** The stored steps of a task. */
export type TaskRecord = {
  steps: TaskStep[];
  entryOf(step: StepDefinition): TaskStep;
  /**
   * Changes an entry and stores it after pending writes.
   * @throws TaskInterrupted when another worker has the task; CancelRequested when it was cancelled
   */
  save(entry: TaskStep, change: Partial<TaskStep>): Promise<void>;
  /** The same while the task is being reverted. */
  saveAnyway(entry: TaskStep, change: Partial<TaskStep>): Promise<void>;
  /** Records a step's progress. The latest amount is stored at intervals, also when it is the last for long. */
  progress(entry: TaskStep, amount: Amount): void;
};

type Options = { app: AppContext; task: TaskRow; note(line: string): void; everyMs: number };

/** Opens the record of a task. Writes are sequential, so that an older state never replaces a newer one. */
export function openTaskRecord({ app, task, note, everyMs }: Options): TaskRecord {
  const steps: TaskStep[] = task.steps.map((step) => ({ ...step }));
  let writing: Promise<unknown> = Promise.resolve();
  let writtenAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    writtenAt = Date.now();
    const status = await saveSteps(app.db, task, steps);
    if (!status) throw new TaskInterrupted('Another worker has the task.');
    return status;
  };
  const inTurn = (): ReturnType<typeof write> => {
    const turn = writing.then(write);
    writing = turn.catch(() => undefined);
    return turn;
  };

  const saveAnyway = async (entry: TaskStep, change: Partial<TaskStep>) => {
    Object.assign(entry, change);
    return inTurn();
  };
  return {
    steps,
    entryOf(definition) {
      const outline = outlineOf(definition);
      const known = steps.find((step) => step.name === outline.name);
      if (known) return Object.assign(known, { cancel: outline.cancel, leaves: outline.leaves });
      const added: TaskStep = { ...outline, state: 'idle', started: null, ended: null };
      steps.push(added);
      return added;
    },
    async save(entry, change) {
      if ((await saveAnyway(entry, change)) === 'cancelling') throw new CancelRequested();
    },
    async saveAnyway(entry, change) {
      await saveAnyway(entry, change);
    },
    progress(entry, amount) {
      const before = fractionOf(entry.progress) ?? 0;
      entry.progress = progressOf(amount);
      const now = fractionOf(entry.progress);
      if (now !== undefined && Math.floor(now * LINES) > Math.floor(before * LINES))
        note(`${entry.title}: ${entry.progress.text}`);
      timer ??= setTimeout(
        () =>
          void inTurn().catch((error: unknown) =>
            app.log.debug({ err: error, taskId: task.id }, 'progress was not written'),
          ),
        Math.max(0, writtenAt + everyMs - Date.now()),
      ).unref();
    },
  };
}
