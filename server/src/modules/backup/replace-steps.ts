import type { DatabaseEngine } from '../../hosting/driver.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { StepDefinition } from '../../tasks/task-kind.ts';
import { checkSite, looksWell, measureSite } from '../site/site-checks.ts';
import { answeredSince, siteOf } from '../site/site-task-steps.ts';
import { workFile } from './backup-archive.ts';
import { backupSteps, pruneStep } from './backup-steps.ts';

/** How many backups the panel keeps that it made before it replaced a site's content. */
const SAFETY_KEPT = 5;

/** The name of the step that looks at the new content. */
export const ANSWER = 'answer';

/**
 * Backs up the site before its content is replaced; the task's payload is a `NewBackup`. What fails here has changed
 * nothing of the site.
 */
export const safetySteps = (leaves: string): StepDefinition[] =>
  [...backupSteps, pruneStep(['system_generated'], async () => SAFETY_KEPT)].map((step) => ({ ...step, leaves }));

/**
 * Checks that the site answers with its new content; `failure` is the reason when it does not. `database`: where it kept
 * its tables before, for a task that moves them.
 */
export const answerStep = (failure: string, database?: DatabaseEngine): StepDefinition => ({
  name: ANSWER,
  title: 'Checking that the site answers',
  cancel: 'no',
  async run(context) {
    const site = await siteOf(context);
    await measureSite(context.app, site.id);
    const evidence = await checkSite(context.app, site, site.fqdn);
    for (const entry of evidence) context.note(`${entry.name}: ${entry.detail}`);
    if (!looksWell(evidence)) throw new HostingError('NOT_VERIFIED', failure, { retryable: false });
  },
  check: async ({ app, task }) => answeredSince(app.db, task, ANSWER),
  /** Restores the previous content. */
  async undo(context) {
    const { app, task } = context;
    const options = { note: context.note, ...(database && { database }) };
    await app.hosting.restore(task.resourceId, workFile(app, task.id, 'packed'), 'all', options);
    const site = await siteOf(context);
    await measureSite(app, site.id);
    await checkSite(app, site, site.fqdn);
  },
});
