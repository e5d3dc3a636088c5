import * as v from 'valibot';
import { Day, Id } from './fields.ts';
import { listQuery } from './list.ts';

/** A field of a form with what the visitor entered. A field with several values is there several times. */
export const SubmissionField = v.object({ name: v.string(), value: v.string() });
export type SubmissionField = v.InferOutput<typeof SubmissionField>;

export const SubmissionFile = v.object({
  /** The field of the form. */
  field: v.string(),
  name: v.string(),
  bytes: v.number(),
  /** Downloads it, for those who can read the submission. */
  url: v.string(),
});
export type SubmissionFile = v.InferOutput<typeof SubmissionFile>;

/** A submission in a list: `excerpt` is the beginning of what was entered. */
export const Submission = v.object({
  id: v.string(),
  form: v.string(),
  fqdn: v.string(),
  excerpt: v.string(),
  is_spam: v.boolean(),
  files: v.number(),
  created_at: v.string(),
});
export type Submission = v.InferOutput<typeof Submission>;

/** A whole submission. */
export const SubmissionDetail = v.object({
  ...v.omit(Submission, ['files', 'excerpt']).entries,
  fields: v.array(SubmissionField),
  files: v.array(SubmissionFile),
});
export type SubmissionDetail = v.InferOutput<typeof SubmissionDetail>;

const FormName = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/));
/** What a list of submissions, and an export, is about. Days are in UTC, both included. */
export const SubmissionFilter = v.object({
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  form: v.optional(FormName),
  spam: v.optional(v.picklist(['yes', 'no', 'all']), 'no'),
  from: v.optional(Day),
  to: v.optional(Day),
});

export const SubmissionListQuery = v.object({
  ...listQuery(['created_at', 'form', 'fqdn']),
  ...SubmissionFilter.entries,
});

/** The forms that have submissions, at most 200. */
export const SubmissionForms = v.object({
  forms: v.array(v.object({ form: v.string(), count: v.number() })),
});

export const SubmissionMarkInput = v.object({ id: Id, is_spam: v.boolean() });

/** Addresses beside the calls: the export of a filtered list, and the files of submissions. */
export const SUBMISSION_EXPORT_PATH = '/submission-export';
export const SUBMISSION_FILE_PATH = '/submission-file/';

/** The reserved path of a site's address to which its forms are sent; the name of the form follows. */
export const FORM_POST_PATH = '/.panel/forms/';
/** Fields with a meaning for the panel: where the visitor goes next, and one that people leave empty. */
export const FORM_NEXT_FIELD = '_next';
export const FORM_TRAP_FIELD = '_gotcha';

/** What a site's form can send at most. */
export const FORM_LIMITS = {
  fields: 100,
  nameBytes: 200,
  fieldBytes: 16 * 1024,
  textBytes: 64 * 1024,
  files: 5,
  fileBytes: 5 * 1024 ** 2,
  bodyBytes: 10 * 1024 ** 2,
} as const;
