import { removeOldRecords, sweepExpired } from './sweeps.ts';
import { DAY_MS } from '../tasks/define-module.ts';
import { oldTasks, type OldRows } from '../tasks/retention.repo.ts';
import { defineKind, type StepContext, type StepDefinition, type TaskKinds } from '../tasks/task-kind.ts';

const TASKS_KEPT_DAYS = 90;
const OWN_TASKS_KEPT_DAYS = 7;
const AT_ONCE = 1000;

const again = { times: 3, backoffSeconds: 60 };
const leaves = 'Removed rows stay removed. The rest is removed the next day.';

/** The same cutoff in every attempt. */
const daysBefore = ({ task }: StepContext, days: number) => new Date(task.createdAt.getTime() - days * DAY_MS);

/** Removes rows in small batches, so that nothing else waits. */
function removeStep(name: string, title: string, rowsOf: (context: StepContext) => OldRows): StepDefinition {
  return {
    name,
    title,
    leaves,
    cancel: 'now',
    retry: again,
    async run(context) {
      const { db } = context.app;
      const rows = rowsOf(context);
      const total = await rows.count(db);
      for (let done = 0, removed = 0; ; done += removed) {
        context.progress({ done, total: Math.max(total, done), unit: 'items' });
        context.signal.throwIfAborted();
        removed = await rows.remove(db, AT_ONCE);
        if (removed === 0) return context.note(`${title}: ${done}`);
      }
    },
    check: async (context) => (await rowsOf(context).count(context.app.db)) === 0,
  };
}

const recordsStep: StepDefinition = {
  name: 'records',
  title: 'Removing old notifications, emails and traces',
  leaves,
  retry: again,
  run: ({ app }) => removeOldRecords(app),
  // One statement per table: it removes all or nothing.
  check: async () => true,
};

const sweepStep: StepDefinition = {
  name: 'sweep',
  title: 'Removing sessions, links and counters that have expired',
  retry: again,
  run: ({ app }) => sweepExpired(app),
  check: async () => true,
};

/** Clean-up tasks of the installation, hourly and daily (schedules.ts). */
export const retentionKinds: TaskKinds = {
  'panel.sweep': defineKind({ label: 'Removing what has expired', resource: 'panel', stale: [], steps: [sweepStep] }),
  'panel.retention': defineKind({
    label: 'Removing old records',
    resource: 'panel',
    stale: [],
    steps: [
      recordsStep,
      removeStep('tasks', 'Removing old tasks', (context) =>
        oldTasks(daysBefore(context, TASKS_KEPT_DAYS), daysBefore(context, OWN_TASKS_KEPT_DAYS)),
      ),
    ],
  }),
};
