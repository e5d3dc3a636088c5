import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { mailDigests } from './submission-mail.ts';
import { submissionPages } from './submission.pages.ts';
import { submissionRoutes } from './submission.routes.ts';
import { sweepSubmissions } from './stored-submission.repo.ts';

export const submissionModule = defineModule({
  routes: { submission: submissionRoutes },
  sweeps: [
    { every: 'day', keepMs: 30 * DAY_MS, remove: ({ db }, before) => sweepSubmissions(db, before, true) },
    { every: 'day', keepMs: 365 * DAY_MS, remove: ({ db }, before) => sweepSubmissions(db, before, false) },
  ],
  chores: [{ name: 'sending digests of form submissions', everyMs: 300_000, run: mailDigests }],
  pages: [submissionPages],
});
