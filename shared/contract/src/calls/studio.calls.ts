import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import {
  Studio,
  STUDIO_COMMIT_BYTES,
  StudioCommitInput,
  StudioCommits,
  StudioCommitted,
  StudioFileQuery,
  StudioQuery,
  StudioText,
} from '../schemas/studio.ts';

/** Programs use Git itself. */
const access = { audience: 'signed-in', section: 'applications', scope: 'closed', heavy: {} } as const;
const errors = ['NOT_FOUND', 'BUILDS_UNAVAILABLE', 'SITE_UNAVAILABLE'] as const;
const commits = ['DISK_FULL', 'BRANCH_MOVED'] as const;

/** The browser studio: the code of an application in the panel’s own Git. */
export const studioCalls = {
  show: call({
    method: 'GET',
    path: '/nucal/app/{id}/studio',
    summary: 'The files of a branch of an application’s repository in the panel',
    ...access,
    errors: ['NOT_FOUND', 'SITE_UNAVAILABLE'],
  })
    .input(StudioQuery)
    .output(Studio),
  file: call({
    method: 'GET',
    path: '/nucal/app/{id}/studio/file',
    summary: 'A file of a commit as text, up to 1 MB',
    ...access,
    errors,
    // Files may hold credentials, and `git fetch` asks for the same.
    staff: 'support',
  })
    .input(StudioFileQuery)
    .output(StudioText),
  commits: call({
    method: 'GET',
    path: '/nucal/app/{id}/studio/commits',
    summary: 'The newest commits of a branch, at most 30',
    ...access,
    errors,
  })
    .input(StudioQuery)
    .output(StudioCommits),
  commit: call({
    method: 'POST',
    path: '/nucal/app/{id}/studio/commit',
    summary: 'Commit changes to a branch, unless it has moved since it was read; builds as a push does',
    ...access,
    grows: true,
    bodyLimitBytes: STUDIO_COMMIT_BYTES,
    errors: [...errors, ...commits, 'STUDIO_TOO_LARGE', 'STUDIO_PATH_TAKEN', 'STUDIO_NOT_A_FILE', 'STUDIO_NOTHING'],
  })
    .input(StudioCommitInput)
    .output(StudioCommitted),
  start: call({
    method: 'POST',
    path: '/nucal/app/{id}/studio/start',
    summary: 'Put the code of its template into the empty repository of an application',
    ...access,
    grows: true,
    errors: [...errors, ...commits],
  })
    .input(v.object({ id: Id }))
    .output(StudioCommitted),
};
