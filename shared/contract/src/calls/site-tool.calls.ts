import * as v from 'valibot';
import { call } from '../call.ts';
import { expected } from '../schemas/expected.ts';
import { Id } from '../schemas/fields.ts';
import {
  CronEvents,
  CronRunInput,
  DebugLog,
  FolderPath,
  FolderSizes,
  PhpSettingsInput,
  SearchReplaceInput,
  SearchReplaceResult,
  SitePhp,
} from '../schemas/site-tool.ts';
import { TaskStarted } from '../schemas/task.ts';

const ById = v.object({ id: Id });
const access = { audience: 'signed-in', section: 'sites' } as const;
/** Reads run a command in the site, and a change waits for the site's other tasks. */
const reads = { ...access, heavy: {}, errors: ['NOT_FOUND', 'SITE_NOT_READY', 'SITE_UNAVAILABLE'] } as const;
const changes = { ...access, errors: ['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY'] } as const;

export const siteToolCalls = {
  searchReplace: call({
    method: 'POST',
    path: '/site/search/replace',
    summary: 'Count (dry run) or replace a text in the database of a WordPress site',
    ...access,
    heavy: { when: 'isDryRun' },
    errors: ['NOT_FOUND', 'TASK_RUNNING', 'SITE_NOT_READY', 'SITE_UNAVAILABLE', 'TENANT_MISMATCH'],
  })
    .input(SearchReplaceInput)
    .output(SearchReplaceResult),
  clearCache: call({
    method: 'POST',
    path: '/site/{id}/cache/clear',
    summary: 'Clear the caches of a WordPress site',
    ...changes,
  })
    .input(ById)
    .output(TaskStarted),
  logIn: call({
    neverKept: true,
    method: 'POST',
    path: '/site/{id}/login',
    summary: 'An address that logs its visitor in to wp-admin, once and within a minute',
    ...access,
    audience: 'customer',
    heavy: {},
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'SITE_UNAVAILABLE'],
    scope: 'closed',
  })
    .input(ById)
    .output(v.object({ status: v.literal(true), url: v.string() })),
  cron: call({ method: 'GET', path: '/site/{id}/cron', summary: 'Scheduled events of a WordPress site', ...reads })
    .input(ById)
    .output(CronEvents),
  runCron: call({ method: 'POST', path: '/site/{id}/cron/run', summary: 'Run the events of a hook now', ...changes })
    .input(CronRunInput)
    .output(TaskStarted),
  debugLog: call({
    method: 'GET',
    path: '/site/{id}/debug-log',
    summary: 'The end of the WordPress debug log',
    ...reads,
  })
    .input(ById)
    .output(DebugLog),
  setDebugLog: call({
    method: 'PUT',
    path: '/site/{id}/debug-log',
    summary: 'Switch the WordPress debug log on or off',
    ...changes,
  })
    .input(v.object({ id: Id, enabled: v.boolean() }))
    .output(TaskStarted),
  emptyDebugLog: call({
    method: 'DELETE',
    path: '/site/{id}/debug-log',
    summary: 'Delete the WordPress debug log',
    ...changes,
  })
    .input(ById)
    .output(TaskStarted),
  phpSettings: call({
    method: 'GET',
    path: '/site/{id}/php-settings',
    summary: 'PHP settings of a WordPress site, and what its plan allows',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(SitePhp),
  setPhpSettings: call({
    method: 'PUT',
    path: '/site/{id}/php-settings',
    summary: 'Change the PHP settings of a WordPress site within its plan',
    ...changes,
    errors: [...changes.errors, 'CONFLICT'],
  })
    .input(v.object({ id: Id, ...PhpSettingsInput.entries, ...expected(PhpSettingsInput.entries) }))
    .output(TaskStarted),
  folderSizes: call({
    method: 'GET',
    path: '/site/{id}/file/sizes',
    summary: 'Sizes of the entries of a folder, measured now',
    ...reads,
  })
    .input(v.object({ id: Id, folder: v.optional(FolderPath, '') }))
    .output(FolderSizes),
};
