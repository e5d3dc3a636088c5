import type { TaskStep } from '@panel/contract';
import type { AppContext } from '../process/app-context.ts';
import { orAbandoned } from './abandon.ts';
import { endTask, notifyStarter, saveSteps } from './task.repo.ts';
import { isDatabaseAway, taskErrorOf } from './task-error.ts';
import { openTaskLog } from './task-log.ts';
import type { StepContext, StepDefinition, TaskError, TaskKind, TaskRow } from './task-kind.ts';

/** The task is somebody else's now, or must be handed back: stop without writing anything. */
export class TaskInterrupted extends Error {
  override readonly name = 'TaskInterrupted';
}

export type RunOptions = {
  app: AppContext;
  task: TaskRow;
  kind: TaskKind;
  signal: AbortSignal;
  stepTimeoutMs: number;
  graceMs: number;
  maxAttempts: number;
};

/**
 * Runs what is left of a task and ends it: recorded steps are not run again, an interrupted one only when its
 * postcondition does not hold already.
 * @throws TaskInterrupted when `signal` ended it; the database's error when that is away
 */
export async function runTask({
  app,
  task,
  kind,
  signal,
  stepTimeoutMs,
  graceMs,
  maxAttempts,
}: RunOptions): Promise<void> {
  const limits = { timeoutMs: stepTimeoutMs, graceMs };
  const log = await openTaskLog(app.db, task.id, app.log);
  const secrets: Record<string, string> = task.secret ? JSON.parse(app.secrets.open(task.secret)) : {};
  const context: StepContext = { app, task, secrets, note: log.note, signal };
  const record: TaskStep[] = task.steps.map((step) => ({ ...step }));
  let error: TaskError | null = null;
  try {
    if (task.attempt > maxAttempts) throw new TaskGivenUp();
    for (const step of await kind.steps(context)) await runStep(step, record, context, limits);
  } catch (cause) {
    if (signal.aborted || cause instanceof TaskInterrupted)
      throw new TaskInterrupted('The task was interrupted.', { cause });
    if (isDatabaseAway(cause)) throw cause;
    error = cause instanceof TaskGivenUp ? cause.error : taskErrorOf(cause);
    app.log.warn({ taskId: task.id, kind: task.kind, siteId: task.siteId, err: cause }, 'task failed');
    log.note(error.message);
    if (kind.undo) await limited(context, limits, kind.undo);
    if (signal.aborted) throw new TaskInterrupted('The task was interrupted.', { cause });
  }
  await log.flush();
  await finish(context, kind, record, error);
  app.log.info(
    { taskId: task.id, kind: task.kind, siteId: task.siteId, failed: error !== null, attempt: task.attempt },
    'task ended',
  );
  await kind.ended?.(context);
}

class TaskGivenUp extends Error {
  readonly error: TaskError = {
    code: 'INTERRUPTED',
    retryable: true,
    message: 'The work was interrupted too often. Try again; if it keeps failing, contact support.',
  };
}

type Limits = { timeoutMs: number; graceMs: number };

/** Work with a signal that also ends it after a time; what does not listen to that is left to itself. */
function limited<T>(
  context: StepContext,
  { timeoutMs, graceMs }: Limits,
  work: (context: StepContext) => Promise<T>,
): Promise<T> {
  const inTime = { ...context, signal: AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]) };
  return orAbandoned(work(inTime), inTime.signal, graceMs);
}

async function runStep(step: StepDefinition, record: TaskStep[], context: StepContext, limits: Limits): Promise<void> {
  const { app, task } = context;
  const entry = entryOf(record, step);
  if (entry.state === 'done') return;
  const interrupted = entry.state === 'running';
  const save = async (change: Partial<TaskStep>) => {
    Object.assign(entry, change);
    if (!(await saveSteps(app.db, task, record))) throw new TaskInterrupted('The task was taken over.');
  };
  const now = () => app.clock.now().toISOString();
  await save({ state: 'running', started: entry.started ?? now() });
  if (!interrupted) context.note(step.title);
  if (interrupted && (await limited(context, limits, step.check))) {
    context.note(`${step.title}: was already done`);
    return save({ state: 'done', ended: now() });
  }
  try {
    if (interrupted) context.note(`${step.title} (taken up again)`);
    await limited(context, limits, (inTime) => perform(step, inTime, interrupted));
  } catch (error) {
    if (!context.signal.aborted && !isDatabaseAway(error)) Object.assign(entry, { state: 'failed', ended: now() });
    throw error;
  }
  await save({ state: 'done', ended: now() });
}

/**
 * Runs a step and checks its result. One that was interrupted is tried twice: what the dead worker had started may
 * have been in the way the first time, and has ended by the second.
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

function entryOf(record: TaskStep[], { name, title }: StepDefinition): TaskStep {
  const known = record.find((step) => step.name === name);
  if (known) return known;
  const added: TaskStep = { name, title, state: 'idle', started: null, ended: null };
  record.push(added);
  return added;
}

/** Ends the task, changes what it worked on and tells who started it, all or nothing. */
async function finish(
  context: StepContext,
  kind: TaskKind,
  record: TaskStep[],
  error: TaskError | null,
): Promise<void> {
  const { app, task } = context;
  await app.db.transaction(async (tx) => {
    if (!(await endTask(tx, task, record, error))) throw new TaskInterrupted('The task was taken over.');
    const notice = error ? await kind.failed(tx, context, error) : await kind.succeeded(tx, context);
    if (notice) await notifyStarter(tx, task, notice);
  });
}
