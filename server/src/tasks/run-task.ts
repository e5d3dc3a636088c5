import type { AppContext } from '../context/app-context.ts';
import { reasonOf, sentence } from '../context/said.ts';
import type { Database } from '../db/database.ts';
import type { TaskOutcome } from '../kernel/meter.ts';
import { createDiscards } from './discards.ts';
import { runStep, undoSteps, type TaskRun } from './run-step.ts';
import { endTask, isCancelling, notifyStarter, postponeTask, type TaskEnd } from './task.repo.ts';
import {
  CancelRequested,
  isDatabaseAway,
  NOT_PUT_BACK,
  NOT_REVERTED,
  RetryLater,
  TaskGivenUp,
  taskErrorOf,
  TaskInterrupted,
} from './task-error.ts';
import type { Notice, StepContext, TaskError, TaskKind, TaskRow } from './task-kind.ts';
import { openTaskLog } from './task-log.ts';
import { openTaskRecord } from './task-record.ts';

export type RunOptions = {
  app: AppContext;
  task: TaskRow;
  kind: TaskKind;
  /** Aborted when this worker must release the task. */
  signal: AbortSignal;
  /** Aborted when the task is cancelled. */
  cancelled: AbortSignal;
  stepTimeoutMs: number;
  graceMs: number;
  maxAttempts: number;
  /** Minimum interval between writes of a step's progress. */
  progressMs: number;
};

type Outcome = Pick<TaskEnd, 'status' | 'error'>;
const SUCCEEDED: Outcome = { status: 'succeeded', error: null };
const CANCELLED: Outcome = { status: 'cancelled', error: null };
const failedWith = (error: TaskError): Outcome => ({ status: 'failed', error });

/**
 * Runs the rest of a task and ends it: completed steps are skipped, and an interrupted one runs only when its
 * postcondition is not met. A cancelled task is reverted instead, and one with a pending retry is released.
 * @throws TaskInterrupted when `signal` ended it; the database's error when it is unavailable
 */
export async function runTask(options: RunOptions): Promise<void> {
  const { app, task, kind, signal, cancelled, stepTimeoutMs, graceMs } = options;
  const { id: taskId, attempt } = task;
  const started = performance.now();
  const count = (ended: TaskOutcome): void => app.meter?.task(task.kind, ended, (performance.now() - started) / 1000);
  const log = await openTaskLog(app.db, taskId, app.log);
  const secrets: Record<string, string> = task.secret ? JSON.parse(app.secrets.open(task.secret)) : {};
  const discards = createDiscards(app);
  const context: StepContext = {
    ...{ app, task, secrets, note: log.note, signal },
    progress: () => undefined,
    discard: discards.add,
  };
  const record = openTaskRecord({ app, task, note: log.note, everyMs: options.progressMs });
  const run: TaskRun = { context, record, cancelled, limits: { stepTimeoutMs, graceMs } };

  const about = { taskId, kind: task.kind, resource: task.resource, resourceId: task.resourceId };
  let outcome = await attemptSteps(run, options);
  if (outcome instanceof RetryLater) {
    app.log.warn({ ...about, err: outcome.cause, seconds: outcome.seconds }, 'a step is tried again later');
    await log.flush();
    if (await postponeTask(app.db, task, record.steps, outcome.seconds)) return count('postponed');
    if (!(await isCancelling(app.db, task))) throw new TaskInterrupted('Another worker has the task.');
    outcome = await cancelSteps(run, kind);
  }
  if (outcome.error) log.note(outcome.error.message);
  await log.flush();
  if (!(await finish(run, kind, outcome))) {
    // It was cancelled after its last step and before its end was stored.
    outcome = await cancelSteps(run, kind);
    await log.flush();
    await finish(run, kind, outcome);
  }
  count(outcome.status);
  app.log.info({ ...about, status: outcome.status, attempt }, 'task ended');
  await kind.ended?.(context);
  await discards.remove();
}

async function attemptSteps(run: TaskRun, { task, kind, maxAttempts }: RunOptions): Promise<Outcome | RetryLater> {
  const { context, record, cancelled } = run;
  // A worker that failed died while it reverted: what is reverted already must not be built upon.
  const wasReverting = record.steps.some(({ state }) => state === 'failed');
  try {
    if (task.attempt - task.retries > maxAttempts) throw new TaskGivenUp();
    if (task.status === 'cancelling') throw new CancelRequested();
    if (wasReverting) throw new TaskGivenUp();
    for (const step of await kind.steps(context)) await runStep(run, step);
    return SUCCEEDED;
  } catch (cause) {
    refuseToEnd(run, cause);
    if (cause instanceof RetryLater) return cause;
    if (cause instanceof CancelRequested || cancelled.aborted) return cancelSteps(run, kind);
    context.app.log.warn({ taskId: task.id, kind: task.kind, resourceId: task.resourceId, err: cause }, 'task failed');
    const error = taskErrorOf(cause);
    if (!kind.undoOnFailure || (await undo(run, kind, false))) return failedWith(error);
    const texts = [...reasonOf(error), sentence(NOT_PUT_BACK)];
    return failedWith({ ...error, message: `${error.message} ${NOT_PUT_BACK}`, texts });
  }
}

/** @throws TaskInterrupted, or the database's error: nothing can be ended now, and another attempt continues */
function refuseToEnd({ context }: TaskRun, cause: unknown): void {
  if (context.signal.aborted || cause instanceof TaskInterrupted)
    throw new TaskInterrupted('The task was interrupted.', { cause });
  if (isDatabaseAway(cause)) throw cause;
}

async function undo(run: TaskRun, kind: TaskKind, mark: boolean): Promise<boolean> {
  try {
    await undoSteps(run, await kind.steps(run.context), mark);
    return true;
  } catch (cause) {
    refuseToEnd(run, cause);
    const { app, task } = run.context;
    app.log.error({ taskId: task.id, kind: task.kind, err: cause }, 'a task could not be reverted');
    run.context.note(`Reverting failed: ${taskErrorOf(cause).message}`);
    return false;
  }
}

async function cancelSteps(run: TaskRun, kind: TaskKind): Promise<Outcome> {
  run.context.note('Cancelling');
  return (await undo(run, kind, true)) ? CANCELLED : failedWith(NOT_REVERTED);
}

/** What the end of a task means for its resource. */
export function endHook(tx: Database, context: StepContext, kind: TaskKind, { status, error }: Outcome) {
  if (error) return kind.failed(tx, context, error);
  return status === 'cancelled' ? kind.cancelled(tx, context) : kind.succeeded(tx, context);
}

/**
 * Ends the task, changes its resource and notifies the user who started it, all or nothing. False when it was
 * cancelled before it could succeed.
 * @throws TaskInterrupted
 */
async function finish({ context, record }: TaskRun, kind: TaskKind, outcome: Outcome): Promise<boolean> {
  const { app, task } = context;
  return app.db.transaction(async (tx) => {
    if (!(await endTask(tx, task, { ...outcome, steps: record.steps }))) {
      if (outcome.status === 'succeeded' && (await isCancelling(tx, task))) return false;
      throw new TaskInterrupted('Another worker has the task.');
    }
    const notice: Notice | null = await endHook(tx, context, kind, outcome);
    if (notice) await notifyStarter(tx, task, notice);
    return true;
  });
}
