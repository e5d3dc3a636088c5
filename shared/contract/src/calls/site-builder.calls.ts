import * as v from 'valibot';
import { call } from '../call.ts';
import { Fqdn, Id } from '../schemas/fields.ts';
import {
  BuilderDraft,
  BuilderPicture,
  BuilderPictureInput,
  BuilderPictures,
  BuilderPublication,
  BuilderPublishInput,
  BuilderSaveInput,
  PictureName,
} from '../schemas/site-builder.ts';
import { TaskStarted } from '../schemas/task.ts';
import { Outcome } from '../schemas/user.ts';
import { BUILDER_DRAFT_MAX_BYTES, BUILDER_PICTURE_MAX_BYTES } from '../site-builder.ts';

const inSites = { audience: 'customer', section: 'sites' } as const;
const ById = v.object({ id: Id });
/** Headers and the other fields of the form. */
const FORM_BYTES = 65_536;

export const siteBuilderCalls = {
  editor: call({
    method: 'GET',
    path: '/site/yola/{fqdn}/{domain}',
    summary: 'The address of a site’s editor; `domain` is the partner’s',
    ...inSites,
    errors: ['NOT_FOUND', 'TENANT_MISMATCH'],
  })
    .input(v.object({ fqdn: Fqdn, domain: v.pipe(v.string(), v.maxLength(260)) }))
    .output(v.object({ status: v.literal(true), url: v.string() })),
  draft: call({
    method: 'GET',
    path: '/site/{id}/builder',
    summary: 'The draft of a site of the site builder',
    ...inSites,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(BuilderDraft),
  publication: call({
    method: 'GET',
    path: '/site/{id}/builder/publication',
    summary: 'When a site of the site builder was published last, and whether its draft has changed since',
    audience: 'signed-in',
    section: 'sites',
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(BuilderPublication),
  save: call({
    method: 'PUT',
    path: '/site/{id}/builder',
    summary: 'Save the draft; a conflict when another one was saved meanwhile',
    ...inSites,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
    bodyLimitBytes: BUILDER_DRAFT_MAX_BYTES + FORM_BYTES,
  })
    .input(BuilderSaveInput)
    .output(v.object({ ...Outcome.entries, data: BuilderPublication })),
  publish: call({
    grows: true,
    method: 'POST',
    path: '/site/{id}/builder/publish',
    summary: 'Publish the draft: replace the files of the live site',
    ...inSites,
    errors: ['NOT_FOUND', 'CONFLICT', 'TASK_RUNNING', 'SITE_NOT_READY', 'ABUSE'],
  })
    .input(BuilderPublishInput)
    .output(TaskStarted),
  pictures: call({
    method: 'GET',
    path: '/site/{id}/builder/pictures',
    summary: 'The uploaded pictures of a site, the newest first',
    ...inSites,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(BuilderPictures),
  addPicture: call({
    method: 'POST',
    path: '/site/{id}/builder/pictures',
    summary: 'Upload a picture: PNG, JPEG, GIF, WebP or SVG',
    ...inSites,
    errors: ['NOT_FOUND', 'TOO_LARGE', 'PICTURE_LIMIT', 'DISK_FULL', 'ABUSE'],
    upload: true,
    bodyLimitBytes: BUILDER_PICTURE_MAX_BYTES + FORM_BYTES,
    heavy: {},
  })
    .input(BuilderPictureInput)
    .output(v.object({ ...Outcome.entries, data: BuilderPicture })),
  removePicture: call({
    method: 'DELETE',
    path: '/site/{id}/builder/pictures/{name}',
    summary: 'Delete a picture that no page of the draft uses',
    ...inSites,
    errors: ['NOT_FOUND', 'PICTURE_IN_USE'],
  })
    .input(v.object({ id: Id, name: PictureName }))
    .output(Outcome),
};
