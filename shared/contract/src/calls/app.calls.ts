import * as v from 'valibot';
import { APP_ZIP_MAX_BYTES } from '../app-values.ts';
import { call } from '../call.ts';
import { appBuildCalls, BuildStarted } from './app-build.calls.ts';
import { appCommandCalls } from './app-command.calls.ts';
import { appDatabaseCalls } from './app-database.calls.ts';
import { appPreviewCalls } from './app-preview.calls.ts';
import { appPushCalls } from './app-push.calls.ts';
import {
  App,
  AppChecks,
  AppDashboard,
  AppListQuery,
  AppProject,
  AppSettings,
  AppSettingsInput,
  AppTemplate,
  AppUpdateInput,
  AppVariables,
  AppVariablesInput,
  AppVariablesQuery,
  ExistingAppInput,
  FullstackAppInput,
  ProjectCreateInput,
} from '../schemas/app.ts';
import { BinListQuery, BinnedApp, BinRestoreInput } from '../schemas/bin.ts';
import { Fqdn, Id } from '../schemas/fields.ts';
import { GithubRepository } from '../schemas/github.ts';
import { listQuery, page } from '../schemas/list.ts';
import { TaskStarted } from '../schemas/task.ts';
import { Outcome } from '../schemas/user.ts';

const FORM_BYTES = 65_536;
const apps = { audience: 'signed-in', section: 'applications' } as const;
const own = { audience: 'customer', section: 'applications' } as const;
const ById = v.object({ id: Id });
const BySite = v.object({ siteId: Id });
/** Refusals of what asks GitHub. */
const fromGithub = ['GITHUB_NOT_CONNECTED', 'GITHUB_SIGN_IN', 'GITHUB_REFUSED', 'GITHUB_UNAVAILABLE'] as const;
const creation = [
  'NAME_TAKEN',
  'NAME_RESERVED',
  'APP_QUOTA',
  'PARTNER_SITES',
  'PARTNER_DISK',
  'LICENSE_NOT_VALID',
  'LICENSE_USED',
  'NOT_FOUND',
  'BIN_FULL',
  'TENANT_MISMATCH',
  'ABUSE',
  'DISK_FULL',
] as const;
/** An application was made, and its first build is queued. */
const Created = v.object({ ...TaskStarted.entries, app_id: v.string(), build_id: v.string() });

export const appCalls = {
  ...appBuildCalls,
  ...appCommandCalls,
  ...appDatabaseCalls,
  ...appPreviewCalls,
  ...appPushCalls,
  list: call({ method: 'GET', path: '/nucal/user/apps', summary: 'The caller’s applications, paged', ...apps })
    .input(AppListQuery)
    .output(page(App)),
  upgradable: call({
    method: 'GET',
    path: '/nucal/user/apps/upgrade',
    summary: 'Applications that a license can be assigned to, paged',
    ...apps,
  })
    .input(AppListQuery)
    .output(page(App)),
  top: call({
    method: 'GET',
    path: '/nucal/user/apps/top',
    summary: 'The three applications with the most traffic of the last 30 days (wire path /nucal/user/apps/top/)',
    ...apps,
  }).output(v.array(App)),
  projects: call({ method: 'GET', path: '/nucal/user/projects', summary: 'The caller’s projects, paged', ...apps })
    .input(v.object({ ...listQuery(['created_at', 'name']) }))
    .output(page(AppProject)),
  dashboard: call({
    method: 'GET',
    path: '/nucal/dashboard',
    summary: 'Numbers of the caller’s applications, and what this server can build',
    ...apps,
  }).output(AppDashboard),
  templates: call({
    method: 'GET',
    path: '/nucal/templates',
    summary: 'All templates of applications',
    ...apps,
  }).output(v.array(AppTemplate)),
  webTemplates: call({
    method: 'GET',
    path: '/nucal/web/app/templates',
    summary: 'Templates of web applications, paged',
    ...apps,
  })
    .input(
      v.object({
        ...listQuery(['name', 'created_at']),
        searchKey: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
      }),
    )
    .output(page(AppTemplate)),
  checkFqdn: call({ method: 'GET', path: '/nucal/fqdn/{fqdn}/check', summary: 'Is this address in use?', ...apps })
    .input(v.object({ fqdn: Fqdn }))
    .output(v.object({ status: v.literal(true), used: v.boolean(), reserved: v.boolean() })),
  checkRepository: call({
    method: 'GET',
    path: '/nucal/repository/check',
    member: 'create',
    summary: 'Whether a repository can be read, and whether an application uses it already',
    ...own,
    errors: ['GITHUB_NOT_CONNECTED', 'GITHUB_TOKEN', 'GITHUB_REFUSED', 'GITHUB_UNAVAILABLE'],
    heavy: {},
  })
    .input(v.object({ type: v.optional(v.picklist(['github']), 'github'), repo_full_name: GithubRepository }))
    .output(v.object({ status: v.literal(true), readable: v.boolean(), used: v.boolean() })),
  byId: call({ method: 'GET', path: '/nucal/{id}', summary: 'One application', ...apps, errors: ['NOT_FOUND'] })
    .input(ById)
    .output(App),
  checks: call({
    method: 'GET',
    path: '/nucal/app/{id}/checks',
    summary: 'What the checks of an application saw, and its uptime; `check=now` checks it before responding',
    ...apps,
    errors: ['NOT_FOUND'],
    heavy: { when: 'check' },
  })
    .input(v.object({ ...ById.entries, check: v.optional(v.literal('now')) }))
    .output(AppChecks),
  screenshot: call({
    method: 'GET',
    path: '/nucal/{id}/screenshot',
    summary: 'The address of the picture of an application',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(v.object({ status: v.literal(true), url: v.nullable(v.string()), taken_at: v.nullable(v.string()) })),
  createProject: call({
    method: 'POST',
    path: '/nucal/create/project',
    member: 'create',
    summary: 'Create an application from a template, or from nothing',
    ...own,
    grows: true,
    errors: [...creation, 'BUILDS_UNAVAILABLE'],
  })
    .input(ProjectCreateInput)
    .output(Created),
  existingApp: call({
    method: 'POST',
    path: '/nucal/existing/app',
    member: 'create',
    summary: 'Create an application from a repository',
    ...own,
    grows: true,
    neverKept: true,
    errors: [...creation, ...fromGithub, 'BUILDS_UNAVAILABLE'],
  })
    .input(ExistingAppInput)
    .output(Created),
  fullstackApp: call({
    method: 'POST',
    path: '/nucal/fullstack/app',
    member: 'create',
    summary: 'Create a project with a front end, a back end and, unless declined, a database',
    ...own,
    grows: true,
    neverKept: true,
    errors: ['DATABASES_UNAVAILABLE', ...creation, ...fromGithub, 'BUILDS_UNAVAILABLE'],
  })
    .input(FullstackAppInput)
    .output(Created),
  manualCreate: call({
    method: 'POST',
    path: '/nucal/manual/app',
    member: 'create',
    summary: 'Create an application from a zip: part `app` (JSON) and part `manualAppZipFile`',
    ...own,
    grows: true,
    upload: true,
    bodyLimitBytes: APP_ZIP_MAX_BYTES + FORM_BYTES,
    heavy: {},
    errors: [...creation, 'TOO_LARGE', 'ARCHIVE_REFUSED', 'UPLOAD_STOPPED', 'UPLOADS_WAITING'],
  })
    .input(v.object({ app: v.unknown(), manualAppZipFile: v.file() }))
    .output(Created),
  manualUpdate: call({
    method: 'PUT',
    path: '/nucal/manual/app/{id}',
    summary: 'Replace the files of a manual application by those of a zip',
    ...own,
    grows: true,
    upload: true,
    bodyLimitBytes: APP_ZIP_MAX_BYTES + FORM_BYTES,
    heavy: {},
    errors: [
      'NOT_FOUND',
      'ABUSE',
      'DISK_FULL',
      'TOO_LARGE',
      'ARCHIVE_REFUSED',
      'UPLOAD_STOPPED',
      'UPLOADS_WAITING',
      'TENANT_MISMATCH',
    ],
  })
    .input(v.object({ id: Id, app: v.optional(v.unknown()), manualAppZipFile: v.file() }))
    .output(BuildStarted),
  update: call({
    method: 'PUT',
    path: '/nucal/{id}',
    summary: 'Rename an application, choose its branch, or protect it with a password',
    ...apps,
    errors: ['NOT_FOUND', 'NAME_TAKEN', 'NAME_RESERVED', 'RENAME_NOT_SUBDOMAIN', 'TASK_RUNNING', 'SITE_NOT_READY'],
  })
    .input(AppUpdateInput)
    .output(v.object({ ...Outcome.entries, data: App, task_id: v.nullable(v.string()) })),
  remove: call({
    method: 'DELETE',
    path: '/nucal/{id}',
    summary: 'Delete an application',
    ...apps,
    errors: ['NOT_FOUND', 'TASK_RUNNING'],
  })
    .input(ById)
    .output(Outcome),
  removeProject: call({
    method: 'DELETE',
    path: '/nucal/project/{id}',
    member: 'create',
    summary: 'Delete a project and its applications',
    ...apps,
    errors: ['NOT_FOUND', 'TASK_RUNNING'],
  })
    .input(ById)
    .output(Outcome),
  bin: call({
    method: 'GET',
    path: '/nucal/user/apps/bin',
    summary: 'The caller’s deleted applications that can still be restored, paged; staff: all of the partner’s',
    ...apps,
  })
    .input(BinListQuery)
    .output(page(BinnedApp)),
  restore: call({
    method: 'POST',
    path: '/nucal/user/apps/bin/restore',
    summary: 'Restore a deleted application with its releases',
    ...apps,
    errors: ['NOT_FOUND', 'APP_QUOTA', 'PARTNER_SITES', 'BIN_FULL', 'TASK_RUNNING', 'TENANT_MISMATCH'],
  })
    .input(BinRestoreInput)
    .output(TaskStarted),
  purge: call({
    method: 'DELETE',
    path: '/nucal/user/apps/bin/{id}',
    summary: 'Delete an application in the bin for good',
    ...apps,
    errors: ['NOT_FOUND', 'TASK_RUNNING'],
  })
    .input(ById)
    .output(TaskStarted),
  settings: call({
    method: 'GET',
    path: '/nucal/app/{id}/settings',
    summary: 'How an application is built',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(AppSettings),
  saveSettings: call({
    method: 'PUT',
    path: '/nucal/app/{id}/settings',
    summary: 'Change how an application is built; the next build uses it',
    ...apps,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(AppSettingsInput)
    .output(v.object({ ...Outcome.entries, data: AppSettings })),
  variables: call({
    method: 'GET',
    path: '/nucal/app/{id}/variables',
    summary: 'The environment variables of an application; secrets without values',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(AppVariablesQuery)
    .output(AppVariables),
  saveVariables: call({
    method: 'PUT',
    path: '/nucal/app/{id}/variables',
    summary: 'Replace the environment variables of an application',
    ...apps,
    bodyLimitBytes: 1024 * 1024,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(AppVariablesInput)
    .output(v.object({ ...Outcome.entries, data: AppVariables })),
  restoreVariables: call({
    method: 'POST',
    path: '/nucal/app/{id}/variables/restore',
    summary: 'Make an earlier version of the environment variables the newest',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(
      v.object({
        id: Id,
        environment: v.picklist(['production', 'preview']),
        version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
      }),
    )
    .output(v.object({ ...Outcome.entries, data: AppVariables })),
  logs: call({
    method: 'GET',
    path: '/nucal/app/{id}/logs',
    summary: 'The newest lines that the server of an application wrote',
    ...apps,
    errors: ['NOT_FOUND'],
    heavy: {},
  })
    .input(ById)
    .output(v.object({ lines: v.array(v.string()), bytes: v.number() })),
  ftpCredentials: call({
    method: 'GET',
    path: '/nucal/user/apps/siteid/{siteId}/ftp/credentials',
    summary: 'The open SFTP access of an application, without its password; null without one',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(BySite)
    .output(
      v.object({
        status: v.literal(true),
        data: v.nullable(
          v.object({ host: v.string(), port: v.number(), user_name: v.string(), expires_at: v.string() }),
        ),
      }),
    ),
  ssl: call({
    method: 'POST',
    path: '/nucal/site/{id}/ssl',
    summary: 'Request a certificate for the addresses of an application',
    ...apps,
    errors: ['NOT_FOUND', 'SSL_OFF', 'TASK_RUNNING', 'SITE_NOT_READY'],
  })
    .input(ById)
    .output(TaskStarted),
  studioUrl: call({
    method: 'GET',
    path: '/nucal/studio/url',
    summary: 'Where the code of an application is edited in the browser',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ app_id: Id }))
    .output(v.object({ status: v.literal(true), url: v.string() })),
};
