import * as v from 'valibot';
import { call } from '../call.ts';
import { AppDatabaseState } from '../schemas/app-database.ts';
import { Id } from '../schemas/fields.ts';
import { TaskStarted } from '../schemas/task.ts';

const apps = { audience: 'signed-in', section: 'applications' } as const;
const ById = v.object({ id: Id });
const changing = ['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'DATABASES_UNAVAILABLE', 'CONFLICT'] as const;

/** The database of an application; a part of the group `app`. */
export const appDatabaseCalls = {
  dbCredentials: call({
    method: 'GET',
    path: '/nucal/user/apps/siteid/{siteId}/db/credentials',
    summary: 'How the database of an application is reached; null without one',
    ...apps,
    staff: 'support',
    neverKept: true,
    scope: 'closed',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ siteId: Id }))
    .output(
      v.object({
        status: v.literal(true),
        data: v.nullable(
          v.object({
            host: v.string(),
            port: v.number(),
            database: v.string(),
            user: v.string(),
            password: v.string(),
            url: v.string(),
          }),
        ),
      }),
    ),
  database: call({
    method: 'GET',
    path: '/nucal/app/{id}/db',
    summary: 'The database of an application, without its password',
    ...apps,
    errors: ['NOT_FOUND'],
    heavy: {},
  })
    .input(ById)
    .output(AppDatabaseState),
  createDatabase: call({
    method: 'POST',
    path: '/nucal/app/{id}/db',
    summary: 'Create a PostgreSQL database for an application, which is restarted with its address',
    ...apps,
    errors: [...changing, 'ABUSE', 'DISK_FULL'],
    grows: true,
  })
    .input(ById)
    .output(TaskStarted),
  rotateDatabase: call({
    method: 'POST',
    path: '/nucal/app/{id}/db/password',
    summary: 'Give the database of an application a new password; the application is restarted with it',
    ...apps,
    errors: changing,
  })
    .input(ById)
    .output(TaskStarted),
  removeDatabase: call({
    method: 'DELETE',
    path: '/nucal/app/{id}/db',
    summary: 'Delete the database of an application with everything in it',
    ...apps,
    errors: changing,
  })
    .input(ById)
    .output(TaskStarted),
};
