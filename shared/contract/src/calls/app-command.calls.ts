import * as v from 'valibot';
import { call } from '../call.ts';
import {
  AppCommands,
  AppRun,
  AppRunInput,
  AppSchedule,
  AppScheduleChange,
  AppScheduleInput,
} from '../schemas/app-command.ts';
import { BuildLog, BuildLogQuery } from '../schemas/app-build.ts';
import { Id } from '../schemas/fields.ts';
import { Outcome } from '../schemas/user.ts';

const apps = { audience: 'signed-in', section: 'applications' } as const;
const ById = v.object({ id: Id });
const Stored = v.object({ ...Outcome.entries, data: AppSchedule });

/** Commands in the environment of an application; a part of the group `app`. */
export const appCommandCalls = {
  commands: call({
    method: 'GET',
    path: '/nucal/app/{id}/commands',
    summary: 'The scheduled commands of an application, and the commands that ran last',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(AppCommands),
  startRun: call({
    method: 'POST',
    path: '/nucal/app/{id}/commands',
    summary: 'Run one command in the environment of an application',
    ...apps,
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'ABUSE', 'BUILDS_UNAVAILABLE', 'DISK_FULL'],
    grows: true,
    scope: 'closed',
  })
    .input(AppRunInput)
    .output(v.object({ ...Outcome.entries, data: AppRun })),
  run: call({
    method: 'GET',
    path: '/nucal/app/command/{id}/details',
    summary: 'One command that ran or runs',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(AppRun),
  runLog: call({
    method: 'GET',
    path: '/nucal/app/command/{id}/log',
    summary: 'Lines that a command wrote',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(BuildLogQuery)
    .output(BuildLog),
  cancelRun: call({
    method: 'POST',
    path: '/nucal/app/command/{id}/cancel',
    summary: 'End a command that waits or runs',
    ...apps,
    errors: ['NOT_FOUND', 'TASK_ENDED', 'TASK_NOT_CANCELLABLE'],
  })
    .input(ById)
    .output(Outcome),
  addSchedule: call({
    method: 'POST',
    path: '/nucal/app/{id}/schedules',
    summary: 'Run a command of an application at certain times',
    ...apps,
    errors: ['NOT_FOUND', 'APP_SCHEDULE_LIMIT', 'ABUSE', 'DISK_FULL'],
    grows: true,
    scope: 'closed',
  })
    .input(AppScheduleInput)
    .output(Stored),
  changeSchedule: call({
    method: 'PUT',
    path: '/nucal/app/schedule/{id}',
    summary: 'Change a scheduled command',
    ...apps,
    errors: ['NOT_FOUND', 'ABUSE', 'CONFLICT'],
    scope: 'closed',
  })
    .input(AppScheduleChange)
    .output(Stored),
  removeSchedule: call({
    method: 'DELETE',
    path: '/nucal/app/schedule/{id}',
    summary: 'Delete a scheduled command; its runs stay',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Outcome),
};
