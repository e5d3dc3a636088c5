import type { AppContext, NewTask } from '../process/app-context.ts';
import { PanelError } from '../http/errors.ts';
import { occurrenceAfter } from './occurrence.ts';
import { builtInSchedules } from './schedules.ts';
import { deferSchedule, dueSchedule, moveSchedule, putSchedule } from './schedule.repo.ts';
import type { TaskKinds } from './task-kind.ts';

/** When a schedule that could not start is looked at again. */
const DEFER_SECONDS = 60;

type SchedulerOptions = { app: AppContext; kinds: TaskKinds; everyMs: number };

/**
 * Starts what is due, from every process with the worker's role. Each occurrence is enqueued and its schedule moved on
 * in one transaction that holds the row, so that it starts once, whatever dies and however many processes look. Of
 * occurrences that passed while no process ran, one is made up for. The result ends it.
 */
export async function startScheduler({ app, kinds, everyMs }: SchedulerOptions): Promise<() => Promise<void>> {
  const known = builtInSchedules.filter(({ kind }) => kinds[kind]);
  await app.db.transaction(async (tx) => {
    for (const schedule of known) await putSchedule(tx, schedule);
  });
  let looking: Promise<void> = Promise.resolve();
  const look = (): void => {
    looking = looking
      .then(() => startDue(app, kinds))
      .catch((error: unknown) => app.log.warn({ err: error }, 'schedules could not be read; tried again'));
  };
  look();
  const timer = setInterval(look, everyMs);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** Starts every schedule that is due now. One whose resource is busy, or that cannot start, is looked at again later. */
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
      if (!(error instanceof PanelError && error.code === 'TASK_RUNNING'))
        app.log.error({ err: error, schedule: id }, 'a schedule could not start its task');
      await deferSchedule(tx, id, DEFER_SECONDS);
    }
    return true;
  });
}
