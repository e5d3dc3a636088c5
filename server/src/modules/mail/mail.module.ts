import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { mailPagePath, mailPages } from './mail-page.ts';
import { sweepMails, sweepSiteMails } from './mail.repo.ts';

const SITE_MAILS_KEPT = 500;

export const mailModule = defineModule({
  chores: [{ name: 'sending emails', everyMs: 30_000, run: (app, signal) => app.mail.sendWaiting(signal) }],
  sweeps: [
    // Hosted code decides how many emails it sends, so only the last of each partner's sites are kept.
    { every: 'hour', remove: ({ db }) => sweepSiteMails(db, SITE_MAILS_KEPT) },
    { every: 'day', keepMs: 90 * DAY_MS, remove: ({ db }, before) => sweepMails(db, before) },
  ],
  pages: [(app) => (mailPagePath(app.config) ? mailPages(app) : null)],
});
