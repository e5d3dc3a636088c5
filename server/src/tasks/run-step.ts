import type { TaskStep } from '@panel/contract';
import { runAs, type Work } from '../lib/running-work.ts';
import { orAbandoned } from './abandon.ts';
import { CancelRequested, isDatabaseAway, RetryLater, taskErrorOf } from './task-error.ts';
import type { StepContext, StepDefinition, TaskRow } from './task-kind.ts';
import type { TaskRecord } from './task-record.ts';
import { hasBegun } from './task-view.ts';

/** Kinds of resources whose id is that of what is hosted. */
const HOSTED: ReadonlySet<string> = new Set(['site', 'app', 'preview']);

/** One attempt at a task. */
export type TaskRun = {
  context: StepContext;
  record: TaskRecord;
  /** Aborted when the task is cancelled. */
  cancelled: AbortSignal;
  /** Time limit of a step, and the grace period for one that was stopped. */
  limits: { stepTimeoutMs: number; graceMs: number };
};

/** Runs work with a signal that also aborts after a time limit; work that ignores it is abandoned. */
function limited<T>(
  { context, limits }: TaskRun,
  work: (context: StepContext) => Promise<T>,
  more: Partial<StepContext> & { also?: AbortSignal; timeoutMs?: number | undefined } = {},
): Promise<T> {
  const { also = [], timeoutMs = limits.stepTimeoutMs, ...change } = more;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)].concat(also));
  return orAbandoned(work({ ...context, ...change, signal }), signal, limits.graceMs);
}

const nowOf = ({ context }: TaskRun): string => context.app.clock.now().toISOString();

/** A task as a whole, for traces. */
export const workOfTask = (task: TaskRow): Work => ({
  kind: 'task',
  name: task.kind,
  ...(HOSTED.has(task.resource) && { siteId: task.resourceId }),
  ...(task.userId !== null && { userId: task.userId }),
});

/** The name of a step, for traces and reports of a slow event loop. */
const workOf = ({ task }: StepContext, step: StepDefinition): Work => ({
  ...workOfTask(task),
  kind: 'step',
  name: `${task.kind}: ${step.name}`,
});

/**
 * Runs a step unless it is done; an interrupted one runs only when its postcondition is not met.
 * @throws CancelRequested, TaskInterrupted, RetryLater, or why it failed
 */
export const runStep = (run: TaskRun, step: StepDefinition): Promise<void> =>
  runAs(workOf(run.context, step), () => performStep(run, step));

async function performStep(run: TaskRun, step: StepDefinition): Promise<void> {
  const { context, record, cancelled } = run;
  const entry = record.entryOf(step);
  if (entry.state === 'done') return;
  const interrupted = entry.state === 'running';
  await begin(run, entry);
  if (!interrupted) context.note(step.title);
  if (interrupted && (await limited(run, step.check))) {
    context.note(`${step.title}: was already done`);
    return record.save(entry, { state: 'done', ended: nowOf(run) });
  }
  if (interrupted) context.note(`${step.title} (resumed)`);
  const progress: StepContext['progress'] = (amount) => record.progress(entry, amount);
  const also = step.cancel === 'now' ? cancelled : undefined;
  try {
    const { timeoutMs } = step;
    await limited(run, (inTime) => perform(step, inTime, interrupted), { progress, timeoutMs, ...(also && { also }) });
  } catch (error) {
    if (context.signal.aborted || isDatabaseAway(error)) throw error;
    if (cancelled.aborted) throw new CancelRequested();
    throw failure(run, step, entry, error);
  }
  await record.save(entry, { state: 'done', ended: nowOf(run) });
}

/** Records the start of a step. A final step does not start once the task was cancelled. */
async function begin(run: TaskRun, entry: TaskStep): Promise<void> {
  const { state, started } = entry;
  try {
    await run.record.save(entry, { state: 'running', started: started ?? nowOf(run) });
  } catch (error) {
    if (state === 'idle' && error instanceof CancelRequested) Object.assign(entry, { state, started });
    throw error;
  }
}

/** Marks the step as failed, or as waiting for a retry. */
function failure(run: TaskRun, { retry }: StepDefinition, entry: TaskStep, error: unknown): unknown {
  const { message, retryable } = taskErrorOf(error);
  const retries = (entry.retries ?? 0) + 1;
  if (!retry || !retryable || retries > retry.times) {
    Object.assign(entry, { state: 'failed', ended: nowOf(run) });
    return error;
  }
  const seconds = retry.backoffSeconds * 2 ** (retries - 1);
  Object.assign(entry, { state: 'idle', retries, progress: null });
  run.context.note(`${message} Trying again in ${seconds} s (${retries} of ${retry.times}).`);
  return new RetryLater(seconds, error);
}

/**
 * Runs a step and checks its result. An interrupted one is tried twice: leftovers of the dead worker may interfere
 * the first time, and have ended by the second.
 */
async function perform(step: StepDefinition, context: StepContext, interrupted: boolean): Promise<void> {
  try {
    await step.run(context);
    if (!(await step.check(context))) throw new Error(`The step ${step.name} ended without its result.`);
  } catch (error) {
    if (!interrupted || context.signal.aborted || isDatabaseAway(error)) throw error;
    context.app.log.warn(
      { err: error, taskId: context.task.id, step: step.name },
      'an interrupted step is tried once more',
    );
    await perform(step, context, false);
  }
}

/**
 * Reverts the started steps in reverse order. Each is recorded, so that another worker can continue. `mark`: the
 * steps become cancelled; otherwise they keep their state.
 */
export async function undoSteps(run: TaskRun, steps: readonly StepDefinition[], mark: boolean): Promise<void> {
  const { context, record } = run;
  for (const step of steps.toReversed()) {
    const entry = record.entryOf(step);
    if (!hasBegun(entry) || entry.state === 'cancelled') continue;
    if (step.undo) {
      // Throws when another worker has the task: what that one does now must not be reverted here.
      await record.saveAnyway(entry, {});
      context.note(`Reverting: ${step.title}`);
      const { undo } = step;
      await runAs(workOf(context, step), () => limited(run, undo));
    }
    if (mark && (step.undo || entry.state === 'running'))
      await record.saveAnyway(entry, { state: 'cancelled', ended: nowOf(run), progress: null });
  }
}
