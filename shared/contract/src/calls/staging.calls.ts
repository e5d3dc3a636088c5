import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import {
  DifferenceText,
  DifferenceTextInput,
  PublishDate,
  Published,
  Staging,
  StagingChosenInput,
  StagingCreateInput,
  StagingDifference,
  StagingPublishInput,
} from '../schemas/staging.ts';
import { TaskStarted } from '../schemas/task.ts';

const ById = v.object({ id: Id });
const access = { audience: 'signed-in', section: 'sites' } as const;
const changes = {
  ...access,
  errors: ['NOT_FOUND', 'SITE_NOT_READY', 'TASK_RUNNING', 'DISK_FULL', 'TENANT_MISMATCH', 'ABUSE'],
} as const;

export const stagingCalls = {
  create: call({
    grows: true,
    method: 'POST',
    path: '/site/staging',
    summary: 'Copy a live WordPress site to a staging environment with its own address',
    ...changes,
    errors: [...changes.errors, 'STAGING_EXISTS', 'NAME_TAKEN'],
  })
    .input(StagingCreateInput)
    .output(TaskStarted),
  ofParent: call({
    method: 'GET',
    path: '/site/parent/{id}/staging',
    summary: 'The staging environment of a live site',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Staging),
  difference: call({
    method: 'GET',
    path: '/site/{id}/staging/difference',
    summary: 'What publishing a staging site would change on its live site, compared now',
    ...access,
    heavy: {},
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'SITE_UNAVAILABLE'],
  })
    .input(ById)
    .output(StagingDifference),
  differenceText: call({
    method: 'GET',
    path: '/site/{id}/staging/difference/text',
    summary: 'A post or a file as text, as the live site and its staging site have it',
    ...access,
    heavy: {},
    scope: 'closed',
    // Files hold credentials, such as those of a database.
    staff: 'support',
    errors: ['NOT_FOUND', 'SITE_NOT_READY', 'SITE_UNAVAILABLE'],
  })
    .input(DifferenceTextInput)
    .output(DifferenceText),
  published: call({
    method: 'GET',
    path: '/site/{id}/staging/published',
    summary: 'What the last publish of a staging site changed on its live site',
    ...access,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Published),
  publish: call({
    grows: true,
    method: 'POST',
    path: '/site/staging/publish',
    summary: 'Replace files, database or both of the live site by those of staging, after a backup',
    ...changes,
    errors: [...changes.errors, 'VERSIONS_DIFFER', 'SITE_UNAVAILABLE'],
  })
    .input(StagingPublishInput)
    .output(TaskStarted),
  publishDate: call({
    method: 'PUT',
    path: '/site/publish_date',
    summary: 'When a staging site was last published; the publish itself has recorded it',
    ...access,
    errors: ['NOT_FOUND', 'TENANT_MISMATCH'],
  })
    .input(StagingChosenInput)
    .output(PublishDate),
  revert: call({
    grows: true,
    method: 'POST',
    path: '/site/staging/revert',
    summary: 'Restore what the last publish replaced',
    ...changes,
    errors: [...changes.errors, 'NOTHING_TO_REVERT', 'BACKUP_NOT_COMPLETE'],
  })
    .input(StagingChosenInput)
    .output(TaskStarted),
  refresh: call({
    grows: true,
    method: 'POST',
    path: '/backup/restore/live-to/staging',
    summary: 'Replace a staging site by a new copy of its live site, after a backup',
    ...changes,
    scope: 'sites:write',
  })
    .input(StagingChosenInput)
    .output(TaskStarted),
};
