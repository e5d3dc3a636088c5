import * as v from 'valibot';
import { call } from '../call.ts';
import {
  AllBuildsQuery,
  AppBuild,
  AppBuildsQuery,
  AppCommit,
  BuildLog,
  BuildLogQuery,
  BuildsBetweenInput,
} from '../schemas/app-build.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

const apps = { audience: 'signed-in', section: 'applications' } as const;
const ById = v.object({ id: Id });
const BySite = v.object({ siteId: Id });
const building = ['NOT_FOUND', 'ABUSE', 'BUILDS_UNAVAILABLE', 'DISK_FULL'] as const;

export const BuildStarted = v.object({
  status: v.literal(true),
  build_id: v.string(),
  task_id: v.nullable(v.string()),
});

/** Builds of applications, and the releases that they made; a part of the group `app`. */
export const appBuildCalls = {
  deploy: call({
    method: 'GET',
    path: '/nucal/app/{id}/deploy',
    summary: 'Build and publish the newest commit of the branch, or a chosen one',
    changes: true,
    grows: true,
    ...apps,
    errors: building,
  })
    .input(
      v.object({
        id: Id,
        commit: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{7,40}$/, 'This is not a commit.'))),
      }),
    )
    .output(BuildStarted),
  builds: call({
    method: 'GET',
    path: '/nucal/user/apps/siteid/{siteId}/builds',
    summary: 'Builds of an application, the newest first, paged',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(AppBuildsQuery)
    .output(page(AppBuild)),
  allBuilds: call({
    method: 'GET',
    path: '/nucal/user/builds',
    summary: 'Builds of all the caller’s applications, paged',
    ...apps,
  })
    .input(AllBuildsQuery)
    .output(page(AppBuild)),
  buildsBetween: call({
    noAuditLine: true,
    method: 'POST',
    path: '/nucal/site/{id}/builds',
    summary: 'Builds of an application between two times, at most 500',
    ...apps,
    staff: 'any',
    neverKept: true,
    scope: 'applications:read',
    errors: ['NOT_FOUND'],
  })
    .input(BuildsBetweenInput)
    .output(v.array(AppBuild)),
  lastBuild: call({
    method: 'GET',
    path: '/nucal/user/apps/siteid/{siteId}/lastbuild',
    summary: 'The newest build of an application',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(BySite)
    .output(v.object({ status: v.literal(true), data: v.nullable(AppBuild) })),
  commits: call({
    method: 'GET',
    path: '/nucal/user/apps/siteid/{siteId}/builds/commits',
    summary: 'The newest commits that were built, at most 50',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(BySite)
    .output(v.array(AppCommit)),
  build: call({
    method: 'GET',
    path: '/nucal/app/build/{id}/details',
    summary: 'One build',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(AppBuild),
  buildLog: call({
    method: 'GET',
    path: '/nucal/site/build/{id}/log',
    summary: 'Lines of the log of a build',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(BuildLogQuery)
    .output(BuildLog),
  cancelBuild: call({
    method: 'POST',
    path: '/nucal/app/build/{id}/cancel',
    summary: 'Cancel a build: its processes are ended',
    ...apps,
    errors: ['NOT_FOUND', 'TASK_ENDED', 'TASK_NOT_CANCELLABLE'],
  })
    .input(ById)
    .output(Outcome),
  publishBuild: call({
    method: 'POST',
    path: '/nucal/app/build/{id}/publish',
    summary: 'Publish a kept release again, without building it',
    ...apps,
    errors: ['NOT_FOUND', 'BUILD_NOT_KEPT', 'ABUSE', 'TASK_RUNNING'],
  })
    .input(ById)
    .output(BuildStarted),
};
