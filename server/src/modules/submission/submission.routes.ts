import { SUBMISSION_FILE_PATH, type Submission, type SubmissionDetail } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { paged } from '../../kernel/paged.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';
import { removeDiscarded } from '../../storage/discarded.ts';
import { folderOf } from './submission-files.ts';
import {
  deleteSubmission,
  findSubmission,
  listForms,
  listSubmissions,
  markSubmission,
  type SubmissionRow,
} from './submission.repo.ts';

const EXCERPT = 160;

const common = ({ id, form, fqdn, isSpam, createdAt }: SubmissionRow) => ({
  ...{ id, form, fqdn },
  is_spam: isSpam,
  created_at: createdAt.toISOString(),
});

const wireSubmission = (row: SubmissionRow): Submission => ({
  ...common(row),
  excerpt: row.excerpt.slice(0, EXCERPT).toWellFormed(),
  files: row.files.length,
});

const wireDetail = (row: SubmissionRow): SubmissionDetail => ({
  ...common(row),
  fields: row.fields,
  files: row.files.map((file, index) => ({ ...file, url: `${SUBMISSION_FILE_PATH}${row.id}/${index}` })),
});

export const submissionRoutes = {
  list: calls.submission.list.handler(({ context, input }) =>
    paged(input, (slice) => listSubmissions(context.app.db, scopeOf(context), input, slice), wireSubmission),
  ),

  forms: calls.submission.forms.handler(async ({ context }) => ({
    forms: await listForms(context.app.db, scopeOf(context)),
  })),

  byId: calls.submission.byId.handler(async ({ context, input }) =>
    wireDetail(found(await findSubmission(context.app.db, scopeOf(context), input.id))),
  ),

  mark: calls.submission.mark.handler(async ({ context, input }) => {
    found(await markSubmission(context.app.db, scopeOf(context), input.id, input.is_spam));
    return { status: true as const };
  }),

  /** Deleting is idempotent: what is not there is deleted (decision: Writes). */
  remove: calls.submission.remove.handler(async ({ context, input }) => {
    const { app } = context;
    const folder = await app.db.transaction(async (tx) => {
      const row = await deleteSubmission(tx, scopeOf(context), input.id);
      if (!row || row.files.length === 0) return null;
      await discardFolder(tx, folderOf(row));
      return folderOf(row);
    });
    if (folder !== null) await removeDiscarded(app, folder);
    return { status: true as const };
  }),
};
