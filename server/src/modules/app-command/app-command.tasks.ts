import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { definePayload } from '../../tasks/payload.ts';
import { removeSchedule } from '../../tasks/schedule.repo.ts';
import { defineKind, type StepContext, type StepDefinition } from '../../tasks/task-kind.ts';
import { taskApp, type AppWorkload } from '../app/app.repo.ts';
import { openLineLog } from '../app/build-log.ts';
import { closedAccount } from '../app-account/closed-account.ts';
import { appendRunLines, changeRun, insertRun, runOf } from './app-run.repo.ts';
import { scheduleName, scheduleOf } from './app-schedule.repo.ts';

/** The id of the application, and of the scheduled command that is due. The run has the id of the task. */
export const CommandPayload = definePayload(
  v.object({ appId: v.pipe(v.string(), v.uuid()), scheduleId: v.optional(v.pipe(v.string(), v.uuid())) }),
);
export const COMMAND_RESOURCE = 'app-command';
const TASK_MS = 12 * 60_000;

const OVER = {
  time: 'The command took too long and was ended.',
  memory: 'The command needed more memory than the plan has and was ended.',
  processes: 'The command started more processes than the plan has.',
} as const;

/** Why a scheduled command does not run now, or null. */
async function skipped(app: AppContext, workload: AppWorkload): Promise<string | null> {
  if (workload.binnedAt !== null || workload.status !== 'ready') return 'The application was not live.';
  return closedAccount(app, workload);
}

async function run({ app, task, signal }: StepContext): Promise<void> {
  const { appId, scheduleId } = CommandPayload.of(task.payload);
  const given = await taskApp(app.db, appId);
  const due = scheduleId === undefined ? undefined : await scheduleOf(app.db, scheduleId);
  if (scheduleId !== undefined && (!given || !due)) return removeSchedule(app.db, scheduleName(scheduleId));
  if (!given) return;
  const now = () => app.clock.now();
  if (due) await insertRun(app.db, { id: task.id, appId, scheduleId: due.id, command: due.command, createdAt: now() });
  const row = await runOf(app.db, task.id);
  if (!row) return;
  // What it has done so far is not known, so it does not run twice.
  if (row.status === 'running')
    throw new HostingError('ABORTED', 'The server was restarted while the command ran.', { retryable: false });
  const reason = due ? await skipped(app, given.workload) : null;
  if (reason !== null)
    return void (await changeRun(app.db, row.id, { status: 'skipped', error: reason, endedAt: now() }));
  if (!(await changeRun(app.db, row.id, { status: 'running', startedAt: now() }))) return;
  const failed = (error: unknown) => app.log.warn({ err: error, runId: row.id }, 'lines of a command were lost');
  const log = openLineLog((first, lines) => appendRunLines(app.db, row.id, first, lines), now, failed);
  try {
    const { code, over } = await app.hosting.runAppCommand(appId, row.command, { log: log.line, signal });
    await log.close();
    const error = over === null ? null : OVER[over];
    await changeRun(app.db, row.id, { exitCode: code, error, endedAt: now() });
  } finally {
    await log.close();
  }
}

/**
 * Gives a run whose command has ended its outcome, with the end of its task: whoever sees it can start the next one.
 * False for one that has not ended.
 */
async function settle(tx: Database, id: string): Promise<boolean> {
  const row = await runOf(tx, id);
  if (!row?.endedAt) return false;
  await changeRun(tx, id, { status: row.exitCode === 0 && row.error === null ? 'success' : 'failed' });
  return true;
}

/** Whether the command has ended, or there is none. */
async function hasEnded({ app, task }: StepContext): Promise<boolean> {
  const row = await runOf(app.db, task.id);
  return !row || row.endedAt !== null;
}

const commandStep: StepDefinition = {
  ...{ name: 'command', title: 'Running the command', cancel: 'now', timeoutMs: TASK_MS, run },
  leaves: 'What the command has done so far stays.',
  async check(context) {
    const { scheduleId } = CommandPayload.of(context.task.payload);
    // A run that is due has no row before it begins.
    if (scheduleId !== undefined && !(await runOf(context.app.db, context.task.id)))
      return !(await scheduleOf(context.app.db, scheduleId));
    return hasEnded(context);
  },
};

/** Runs one command of an application. That it ends with an error is its own affair, and no failure of the task. */
export const commandKind = defineKind({
  ...{ payload: CommandPayload, resource: COMMAND_RESOURCE, stale: ['app'], label: 'Running a command' },
  steps: [commandStep],
  async succeeded(tx, { task }) {
    await settle(tx, task.id);
    return null;
  },
  async failed(tx, { app, task }, { message }) {
    if (await settle(tx, task.id)) return null;
    const error = message.slice(0, 2000);
    await changeRun(tx, task.id, { status: 'failed', error, endedAt: app.clock.now() });
    return null;
  },
  async cancelled(tx, { app, task }) {
    if (await settle(tx, task.id)) return null;
    await changeRun(tx, task.id, { status: 'cancelled', endedAt: app.clock.now() });
    return null;
  },
});
