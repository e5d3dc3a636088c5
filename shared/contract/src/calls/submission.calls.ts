import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import {
  Submission,
  SubmissionDetail,
  SubmissionForms,
  SubmissionListQuery,
  SubmissionMarkInput,
} from '../schemas/submission.ts';
import { Outcome } from '../schemas/user.ts';

/** Of sessions alone: submissions are what strangers entrusted to a site. */
const shared = { audience: 'customer', section: 'forms', scope: 'closed' } as const;
const ById = v.object({ id: Id });

export const submissionCalls = {
  list: call({
    method: 'GET',
    path: '/submission',
    summary: 'What visitors sent with forms of the caller’s sites, paged',
    ...shared,
  })
    .input(SubmissionListQuery)
    .output(page(Submission)),
  forms: call({
    method: 'GET',
    path: '/submission/forms',
    summary: 'The forms that have submissions',
    ...shared,
  }).output(SubmissionForms),
  byId: call({
    method: 'GET',
    path: '/submission/{id}',
    summary: 'One submission with all its fields and files',
    ...shared,
    errors: ['NOT_FOUND'],
  })
    .input(ById)
    .output(SubmissionDetail),
  mark: call({
    method: 'PUT',
    path: '/submission/{id}',
    summary: 'Mark a submission as spam, or as none',
    ...shared,
    errors: ['NOT_FOUND'],
  })
    .input(SubmissionMarkInput)
    .output(Outcome),
  remove: call({ method: 'DELETE', path: '/submission/{id}', summary: 'Delete a submission and its files', ...shared })
    .input(ById)
    .output(Outcome),
};
