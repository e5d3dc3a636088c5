import * as v from 'valibot';
import { expected } from './expected.ts';
import { RUN_STATUSES } from '../app-values.ts';
import { Id } from './fields.ts';

/** Words without a shell; the server says what is wrong with one. */
const Command = v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a command.'), v.maxLength(500));

export const AppRun = v.object({
  id: v.string(),
  site_id: v.string(),
  /** The scheduled command that it is a run of, or null. */
  schedule_id: v.nullable(v.string()),
  command: v.string(),
  status: v.picklist(RUN_STATUSES),
  exit_code: v.nullable(v.number()),
  /** Why it failed or was skipped, in words. */
  error: v.nullable(v.string()),
  log_lines: v.number(),
  created_at: v.string(),
  started_at: v.nullable(v.string()),
  ended_at: v.nullable(v.string()),
});
export type AppRun = v.InferOutput<typeof AppRun>;

export const AppSchedule = v.object({
  id: v.string(),
  name: v.string(),
  command: v.string(),
  /** Minute, hour, day of the month, month, day of the week; in UTC. */
  cron: v.string(),
  enabled: v.boolean(),
  /** Null while it is switched off. */
  next_at: v.nullable(v.string()),
  last_run: v.nullable(AppRun),
});
export type AppSchedule = v.InferOutput<typeof AppSchedule>;

/** What an application runs besides its server. */
export const AppCommands = v.object({
  /** Why commands cannot run here, in words; null when they can. */
  missing: v.nullable(v.string()),
  schedules: v.array(AppSchedule),
  /** The newest twenty. */
  runs: v.array(AppRun),
});
export type AppCommands = v.InferOutput<typeof AppCommands>;

export const AppRunInput = v.object({ id: Id, command: Command });

const schedule = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a name.'), v.maxLength(60)),
  command: Command,
  cron: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a schedule.'), v.maxLength(100)),
  enabled: v.boolean(),
};
export const AppScheduleForm = v.object(schedule);
export type AppScheduleForm = v.InferOutput<typeof AppScheduleForm>;
export const AppScheduleInput = v.object({ id: Id, ...schedule });
export const AppScheduleChange = v.object({
  id: Id,
  ...schedule,
  ...expected(v.pick(AppSchedule, ['name', 'command', 'cron', 'enabled']).entries),
});
export type AppScheduleChange = v.InferOutput<typeof AppScheduleChange>;
