import * as v from 'valibot';
import { call } from '../call.ts';
import { AppPreviews, AppPreviewsInput, PreviewBranchInput, PromotePreviewInput } from '../schemas/app-preview.ts';
import { Id } from '../schemas/fields.ts';
import { Outcome } from '../schemas/user.ts';
import { BuildStarted } from './app-build.calls.ts';

const apps = { audience: 'signed-in', section: 'applications' } as const;
const ById = v.object({ id: Id });
const Changed = v.object({ ...Outcome.entries, data: AppPreviews });

/** Previews of branches; a part of the group `app`. */
export const appPreviewCalls = {
  previews: call({
    method: 'GET',
    path: '/nucal/app/{id}/previews',
    summary: 'The previews of an application, and which branches get one',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(AppPreviews),
  savePreviews: call({
    method: 'PUT',
    path: '/nucal/app/{id}/previews',
    summary: 'Choose which branches of an application get previews, for how long, and who may see them',
    ...apps,
    errors: ['NOT_FOUND', 'CONFLICT'],
  })
    .input(AppPreviewsInput)
    .output(Changed),
  buildPreview: call({
    method: 'POST',
    path: '/nucal/app/{id}/previews',
    summary: 'Build the newest commit of a branch as its preview',
    ...apps,
    grows: true,
    errors: ['NOT_FOUND', 'ABUSE', 'BUILDS_UNAVAILABLE', 'DISK_FULL', 'PREVIEWS_OFF', 'PREVIEW_OF_PRODUCTION'],
  })
    .input(PreviewBranchInput)
    .output(BuildStarted),
  promotePreview: call({
    method: 'POST',
    path: '/nucal/app/preview/{id}/promote',
    summary: 'Make what a preview shows the live release, without another build',
    ...apps,
    grows: true,
    errors: ['NOT_FOUND', 'ABUSE', 'DISK_FULL', 'PREVIEW_NOT_READY', 'CONFLICT'],
  })
    .input(PromotePreviewInput)
    .output(BuildStarted),
  extendPreview: call({
    method: 'POST',
    path: '/nucal/app/preview/{id}/extend',
    summary: 'Let a preview end as late as if it were pushed to now',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Changed),
  removePreview: call({
    method: 'DELETE',
    path: '/nucal/app/preview/{id}',
    summary: 'End a preview; its branch gets another one with its next push',
    ...apps,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(Changed),
};
