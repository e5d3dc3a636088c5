import type { AppContext, NewTask } from '../context/app-context.ts';
import { runAs } from '../lib/running-work.ts';
import { PanelError } from '../kernel/errors.ts';
import { occurrenceAfter } from './occurrence.ts';
import { deferSchedule, dueSchedule, moveSchedule, putSchedule, type NewSchedule } from './schedule.repo.ts';
import type { TaskKinds } from './task-kind.ts';

/** How soon a schedule is tried again whose resource is busy: somebody may wait for what has changed since. */
const BUSY_SECONDS = 10;
/** How soon one is tried again that could not start. */
const FAILED_SECONDS = 60;

type SchedulerOptions = {
  app: AppContext;
  kinds: TaskKinds;
  /** Stored at the start; those of resources are rows already. */
  schedules: readonly NewSchedule[];
  everyMs: number;
};

/**
 * Starts due schedules, in every process with the worker's role. One transaction locks the row, enqueues the
 * occurrence and sets the next run, so that each starts once, whatever process dies. Of the occurrences missed while
 * no process ran, one is started. Returns a function that stops it.
 */
export async function startScheduler({
  app,
  kinds,
  schedules,
  everyMs,
}: SchedulerOptions): Promise<() => Promise<void>> {
  const known = schedules.filter(({ kind }) => kinds[kind]);
  await app.db.transaction(async (tx) => {
    for (const schedule of known) await putSchedule(tx, schedule);
  });
  let looking: Promise<void> = Promise.resolve();
  const look = (): void => {
    looking = looking
      .then(() => runAs({ kind: 'schedule', name: 'start due schedules' }, () => startDue(app, kinds)))
      .catch((error: unknown) => app.log.warn({ err: error }, 'schedules could not be read; retrying'));
  };
  look();
  const timer = setInterval(look, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Starts every due schedule. One whose resource is busy, or that cannot start, is tried again later. */
export async function startDue(app: AppContext, kinds: TaskKinds): Promise<void> {
  while (await startNext(app, Object.keys(kinds)));
}

async function startNext(app: AppContext, kinds: string[]): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const due = await dueSchedule(tx, kinds);
    if (!due) return false;
    const { id, cron, timeZone, now, kind, partnerId, customerId, resourceId, title, payload } = due;
    const given: NewTask = { kind, partnerId, customerId, userId: null, resourceId, title, payload };
    try {
      const nextAt = occurrenceAfter(cron, timeZone, now);
      const taskId = await tx.transaction((inner) => app.tasks.enqueue(inner, given));
      await moveSchedule(tx, id, { taskId, nextAt });
    } catch (error) {
      const isBusy = error instanceof PanelError && error.code === 'TASK_RUNNING';
      if (!isBusy) app.log.error({ err: error, schedule: id }, 'a schedule could not start its task');
      await deferSchedule(tx, id, isBusy ? BUSY_SECONDS : FAILED_SECONDS);
    }
    return true;
  });
}
