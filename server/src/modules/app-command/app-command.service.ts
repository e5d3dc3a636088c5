import {
  APP_SCHEDULES_MAX,
  type AppCommands,
  type AppRun,
  type AppSchedule,
  type AppScheduleChange,
  type AppScheduleForm,
} from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import type { CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { splitCommand } from '../../hosting/builds/split-command.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected } from '../../kernel/expected.ts';
import { occurrenceAfter } from '../../tasks/occurrence.ts';
import { putSchedule, removeSchedule } from '../../tasks/schedule.repo.ts';
import { callerId, findApp, lockOwnApp } from '../app/app-access.ts';
import type { AppWorkload } from '../app/app.repo.ts';
import { needBuilds } from '../app/app-create.service.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { findRun, insertRun, lastRuns, newestRuns, readRunLines, runOf, type RunRow } from './app-run.repo.ts';
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  scheduleName,
  schedulesOf,
  updateSchedule,
  type AppScheduleRow,
} from './app-schedule.repo.ts';

const TIME_ZONE = 'UTC';
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Maps a run to the contract. */
export const wireRun = (row: RunRow): AppRun => ({
  ...{ id: row.id, site_id: row.appId, schedule_id: row.scheduleId, command: row.command, status: row.status },
  ...{ exit_code: row.exitCode, error: row.error, log_lines: row.logLines, created_at: row.createdAt.toISOString() },
  ...{ started_at: iso(row.startedAt), ended_at: iso(row.endedAt) },
});

const wireSchedule = (row: AppScheduleRow & { nextAt: Date | null }, last?: RunRow): AppSchedule => ({
  ...{ id: row.id, name: row.name, command: row.command, cron: row.cron, enabled: row.enabled },
  ...{ next_at: row.enabled ? iso(row.nextAt) : null, last_run: last ? wireRun(last) : null },
});

/** The commands of an application. @throws PanelError NOT_FOUND */
export async function showCommands(context: CallContext, id: string): Promise<AppCommands> {
  const { db, hosting } = context.app;
  await findApp(context, id);
  const [schedules, last, runs] = [await schedulesOf(db, id), await lastRuns(db, id), await newestRuns(db, id)];
  const lastOf = new Map(last.map((row) => [row.scheduleId, row]));
  return {
    missing: hosting.buildsMissing(),
    schedules: schedules.map((row) => wireSchedule(row, lastOf.get(row.id))),
    runs: runs.map(wireRun),
  };
}

/** A run of the caller's scope. @throws PanelError NOT_FOUND */
export const findOwnRun = async (context: CallContext, id: string): Promise<RunRow> =>
  found(await findRun(context.app.db, scopeOf(context), id));

/** The lines of a run from a number on. @throws PanelError NOT_FOUND */
export async function showRunLog(context: CallContext, { id, from }: { id: string; from: number }) {
  const row = await findOwnRun(context, id);
  const lines = await readRunLines(context.app.db, id, from);
  const next = (lines.at(-1)?.line ?? from - 1) + 1;
  return { lines, next, left_out: 0, ended: row.endedAt !== null && next > row.logLines };
}

/** @throws PanelError VALIDATION for what only a shell understands */
function checkCommand(command: string): void {
  try {
    splitCommand(command);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new PanelError('VALIDATION', {}, { fields: { command: message } });
  }
}

async function record(context: CallContext, action: string, siteId: string, more: object): Promise<void> {
  const { app, partner, request } = context;
  await audit(app.db, action, { partnerId: partner.id, userId: callerId(context), request }, { siteId, ...more });
}

/** Runs a command now. @throws PanelError NOT_FOUND, TASK_RUNNING, SITE_NOT_READY, ABUSE, BUILDS_UNAVAILABLE, VALIDATION */
export async function startRun(context: CallContext, { id, command }: { id: string; command: string }) {
  const { app } = context;
  checkCommand(command);
  const data = await app.db.transaction(async (tx) => {
    const { workload } = await lockOwnApp(context, tx, id);
    refuseAbuse(context);
    needBuilds(context);
    if (workload.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    const { partnerId, customerId, fqdn: title } = workload;
    const userId = callerId(context);
    const given = { kind: 'app.command', partnerId, customerId, userId, resourceId: id, title, payload: { appId: id } };
    const taskId = await app.tasks.enqueue(tx, given);
    await insertRun(tx, { id: taskId, appId: id, command, startedBy: userId, createdAt: app.clock.now() });
    const row = wireRun(found(await runOf(tx, taskId)));
    await context.remember(tx, { status: true, data: row });
    return row;
  });
  await record(context, 'app.command', id, { command });
  return { status: true as const, data };
}

/** Ends a run that waits or runs. @throws PanelError NOT_FOUND, TASK_ENDED, TASK_NOT_CANCELLABLE */
export async function cancelRun(context: CallContext, id: string): Promise<void> {
  await findOwnRun(context, id);
  await context.app.tasks.cancel(context.app, id);
}

/** @throws PanelError VALIDATION for a pattern that is none, or that never occurs */
function checkSchedule({ app }: CallContext, { cron, command }: AppScheduleForm): void {
  checkCommand(command);
  try {
    occurrenceAfter(cron, TIME_ZONE, app.clock.now());
  } catch {
    const cronField = 'Enter five fields: minute, hour, day of the month, month, day of the week, such as 0 3 * * *.';
    throw new PanelError('VALIDATION', {}, { fields: { cron: cronField } });
  }
}

async function schedule(
  tx: Database,
  { id: siteId, partnerId, customerId, fqdn: title }: AppWorkload,
  row: AppScheduleRow,
) {
  await putSchedule(tx, {
    ...{ id: scheduleName(row.id), kind: 'app.command', resourceId: row.id, title, cron: row.cron },
    ...{ timeZone: TIME_ZONE, enabled: row.enabled, partnerId, customerId },
    payload: { appId: siteId, scheduleId: row.id },
  });
}

async function stored(context: CallContext, { appId, id }: Pick<AppScheduleRow, 'appId' | 'id'>): Promise<AppSchedule> {
  const { schedules } = await showCommands(context, appId);
  return found(schedules.find((each) => each.id === id));
}

type Given = AppScheduleForm & { id: string };

/** Runs a command at certain times. @throws PanelError NOT_FOUND, APP_SCHEDULE_LIMIT, ABUSE, VALIDATION */
export async function addSchedule(context: CallContext, { id, ...form }: Given): Promise<AppSchedule> {
  checkSchedule(context, form);
  const row = await context.app.db.transaction(async (tx) => {
    const { workload } = await lockOwnApp(context, tx, id);
    refuseAbuse(context);
    if ((await countSchedules(tx, id)) >= APP_SCHEDULES_MAX)
      throw new PanelError('APP_SCHEDULE_LIMIT', { limit: APP_SCHEDULES_MAX });
    const added = await insertSchedule(tx, { appId: id, ...form });
    await schedule(tx, workload, added);
    return added;
  });
  await record(context, 'app.schedule.add', id, { name: row.name, command: row.command, cron: row.cron });
  return stored(context, row);
}

/** Changes a scheduled command. @throws PanelError NOT_FOUND, ABUSE, VALIDATION, CONFLICT */
export async function changeSchedule(
  context: CallContext,
  { id, expected, ...form }: AppScheduleChange,
): Promise<AppSchedule> {
  checkSchedule(context, form);
  const row = await context.app.db.transaction(async (tx) => {
    const { appId } = found(await findSchedule(tx, scopeOf(context), id));
    const { workload } = await lockOwnApp(context, tx, appId);
    // As it is now that no other change is running.
    const known = found(await findSchedule(tx, scopeOf(context), id));
    const { name, command, cron, enabled } = known;
    checkExpected(expected, { name, command, cron, enabled });
    refuseAbuse(context);
    await updateSchedule(tx, id, form);
    await schedule(tx, workload, { ...known, ...form });
    return known;
  });
  await record(context, 'app.schedule.change', row.appId, { name: form.name, command: form.command, cron: form.cron });
  return stored(context, row);
}

/** Deletes a scheduled command. @throws PanelError NOT_FOUND */
export async function dropSchedule(context: CallContext, id: string): Promise<void> {
  const row = await context.app.db.transaction(async (tx) => {
    const known = found(await findSchedule(tx, scopeOf(context), id));
    await deleteSchedule(tx, id);
    await removeSchedule(tx, scheduleName(id));
    return known;
  });
  await record(context, 'app.schedule.delete', row.appId, { name: row.name });
}
