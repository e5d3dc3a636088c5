import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import {
  HelpArticle,
  HelpBlock,
  HelpCenter,
  HelpCreateInput,
  HelpDraft,
  HelpDraftRow,
  HelpFeedback,
  HelpListQuery,
  HelpPreviewInput,
  HelpRestoreInput,
  HelpSaveInput,
  HelpSlug,
  HelpVoteInput,
} from '../schemas/help.ts';
import { page } from '../schemas/list.ts';
import { Outcome } from '../schemas/user.ts';

const open = { audience: 'public', section: 'help', scope: 'closed' } as const;
const forStaff = { audience: 'staff', section: 'help' } as const;
const BySlug = v.object({ slug: HelpSlug });
const ById = v.object({ id: Id });
/** A text of the longest kind in JSON, with everything in it escaped. */
const TEXT_BYTES = 320 * 1024;

/** The help center: what readers of a partner see besides the panel's own articles, and how staff write it. */
export const helpCalls = {
  center: call({
    method: 'GET',
    path: '/help-center',
    summary: 'The partner’s published help articles, and what is read most',
    ...open,
  }).output(HelpCenter),
  article: call({
    method: 'GET',
    path: '/help-center/articles/{slug}',
    summary: 'A published help article of the partner',
    ...open,
    errors: ['NOT_FOUND'],
  })
    .input(BySlug)
    .output(HelpArticle),
  read: call({
    method: 'POST',
    path: '/help-center/reads/{slug}',
    summary: 'Count a view of a help article',
    ...open,
    errors: ['NOT_FOUND'],
    limit: { tries: 120, windowSeconds: 3600 },
    everyTryCounts: true,
    neverKept: true,
    noAuditLine: true,
  })
    .input(BySlug)
    .output(Outcome),
  vote: call({
    method: 'PUT',
    path: '/help-center/votes/{slug}',
    summary: 'Say whether a help article helped; one answer for each person',
    ...open,
    errors: ['NOT_FOUND'],
    limit: { tries: 30, windowSeconds: 3600 },
    everyTryCounts: true,
    noAuditLine: true,
  })
    .input(HelpVoteInput)
    .output(Outcome),
  feedback: call({
    method: 'GET',
    path: '/help-center/feedback',
    summary: 'What readers said about each help article',
    ...forStaff,
  }).output(v.object({ articles: v.array(HelpFeedback) })),
  list: call({
    method: 'GET',
    path: '/help-center/drafts',
    summary: 'The partner’s own help articles, paged',
    ...forStaff,
  })
    .input(HelpListQuery)
    .output(page(HelpDraftRow)),
  byId: call({
    method: 'GET',
    path: '/help-center/drafts/{id}',
    summary: 'A help article of the partner with its versions',
    ...forStaff,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(HelpDraft),
  create: call({
    method: 'POST',
    path: '/help-center/drafts',
    summary: 'Write a help article',
    ...forStaff,
    staff: 'support',
    errors: ['HELP_LIMIT', 'UPLOAD_STOPPED', 'UPLOADS_WAITING'],
    bodyLimitBytes: TEXT_BYTES,
  })
    .input(HelpCreateInput)
    .output(v.object({ ...Outcome.entries, id: v.string() })),
  save: call({
    method: 'PUT',
    path: '/help-center/drafts/{id}',
    summary: 'Save a version of a help article; a conflict when another one was saved meanwhile',
    ...forStaff,
    staff: 'support',
    errors: ['NOT_FOUND', 'CONFLICT', 'UPLOAD_STOPPED', 'UPLOADS_WAITING'],
    bodyLimitBytes: TEXT_BYTES,
  })
    .input(HelpSaveInput)
    .output(v.object({ ...Outcome.entries, version: v.number() })),
  publish: call({
    method: 'PUT',
    path: '/help-center/drafts/{id}/published',
    summary: 'Show the newest version to readers, or take the article back to a draft',
    ...forStaff,
    staff: 'support',
    errors: ['NOT_FOUND'],
  })
    .input(v.object({ id: Id, published: v.boolean() }))
    .output(Outcome),
  restore: call({
    method: 'POST',
    path: '/help-center/drafts/{id}/versions/{version}',
    summary: 'Save an earlier version of a help article as its newest one',
    ...forStaff,
    staff: 'support',
    errors: ['NOT_FOUND'],
  })
    .input(HelpRestoreInput)
    .output(v.object({ ...Outcome.entries, version: v.number() })),
  remove: call({
    method: 'DELETE',
    path: '/help-center/drafts/{id}',
    summary: 'Delete a help article with its versions',
    ...forStaff,
    staff: 'support',
  })
    .input(ById)
    .output(Outcome),
  preview: call({
    method: 'POST',
    path: '/help-center/preview',
    summary: 'What readers would see of a text',
    ...forStaff,
    staff: 'support',
    errors: ['UPLOAD_STOPPED', 'UPLOADS_WAITING'],
    bodyLimitBytes: TEXT_BYTES,
    neverKept: true,
  })
    .input(HelpPreviewInput)
    .output(v.object({ blocks: v.array(HelpBlock) })),
};
