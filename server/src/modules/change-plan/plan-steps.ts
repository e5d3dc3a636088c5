import { addressOf } from '../../config/config.ts';
import { workFile } from '../backup/backup-archive.ts';
import { askFollowing } from '../../hosting/local/ask-site.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { askPage, titleOf, type NoAnswer, type PageAnswer } from '../site/ask-page.ts';
import { checkSite } from '../site/site-checks.ts';
import { siteOf } from '../site/site-task-steps.ts';
import type { Findings, PageFacts } from '../../db/schema.ts';
import { databaseDigest } from './database-digest.ts';
import { englishOf, sentence } from '../../lib/sentence.ts';
import { differenceText } from './plan-words.ts';
import { failuresOf, notAnswering } from './site-answers.ts';
import { brokenBy, differencesOf } from './page-difference.ts';
import { pictureAfter, pictureBefore } from './plan-pictures.ts';
import { recordFindings, runSiteOfTask } from './run.repo.ts';

const NOTHING_CHANGED = 'Nothing was changed.';

/** What PHP prints for an error, and WordPress instead of the page (wp-includes/class-wp-fatal-error-handler.php). */
const ERROR_TEXT = /(?:Fatal|Parse) error(?:<\/b>)?:\s|There has been a critical error on this website/i;

const factsOf = ({ status, body }: PageAnswer): PageFacts => ({
  ...{ status, title: titleOf(body), bytes: Buffer.byteLength(body) },
  showsError: ERROR_TEXT.test(body),
});

/** The home page of the site, as a visitor gets it. */
async function homePage(context: StepContext): Promise<PageFacts | NoAnswer> {
  const { app, signal } = context;
  const site = await siteOf(context);
  const release = app.hosting.lease?.(site.id, 'upkeep');
  try {
    const endpoint = await app.hosting.start(site.id, 'upkeep');
    const url = addressOf(app.config, site.fqdn);
    const ask = (target: string, limit: AbortSignal) => askFollowing(endpoint, url, target, limit);
    return await askPage({ ask, path: '/', signal, read: factsOf });
  } finally {
    release?.();
  }
}

/** Why a site cannot be requested at all. @throws any other error */
function hostingMessage(error: unknown): string {
  if (error instanceof HostingError) return error.message;
  throw error;
}

const findingsOf = async ({ app, task }: StepContext): Promise<Findings> =>
  (await runSiteOfTask(app.db, task.id))?.findings ?? {};

/** Requests the site before the change. One that does not answer is not changed, and is no reason to halt the plan. */
export const lookBeforeStep = (isFirst: boolean): StepDefinition => ({
  name: 'look',
  title: 'Checking that the site answers',
  cancel: 'now',
  leaves: NOTHING_CHANGED,
  async run(context) {
    const { app, task } = context;
    const failures = await failuresOf(context).catch(hostingMessage);
    const before = failures ? null : await homePage(context);
    if (before === null || 'reason' in before) {
      await recordFindings(app.db, task.id, { wasBroken: true });
      throw notAnswering(
        `This site does not answer as it should, so nothing was changed. Repair it first. ${failures}`.trim(),
        failures || 'The home page did not answer.',
      );
    }
    await recordFindings(app.db, task.id, { before, ...(isFirst ? await pictureBefore(context) : {}) });
  },
  check: async (context) => (await findingsOf(context)).before !== undefined,
});

/** Archives the site as it is before the change, and puts its database back if the change altered it. */
export const saveStep: StepDefinition = {
  name: 'save',
  title: 'Saving files and database',
  cancel: 'now',
  leaves: NOTHING_CHANGED,
  async run(context) {
    const { app, task, signal } = context;
    await recordFindings(app.db, task.id, { database: await databaseDigest(app.hosting, task.resourceId, signal) });
    await app.hosting.snapshot(task.resourceId, workFile(app, task.id, 'packed'));
  },
  check: ({ app, task }) => exists(workFile(app, task.id, 'packed')),
  async undo(context) {
    const { app, task, signal, note } = context;
    const archive = workFile(app, task.id, 'packed');
    const { database } = await findingsOf(context);
    if (database === undefined || !(await exists(archive))) return;
    // A database that cannot be read does not count as rolled back.
    const now = await databaseDigest(app.hosting, task.resourceId, signal).catch(() => null);
    if (now === database) return note('The change left the database as it was');
    await app.hosting.restore(task.resourceId, archive, 'database');
    note('The database was rolled back');
  },
};

/** Compares the site with what it was before. One that broke fails the task, which is then undone. */
export const lookAfterStep = (isFirst: boolean): StepDefinition => ({
  name: 'verify',
  title: 'Comparing the site with how it was before',
  leaves: 'What was changed on this site is undone.',
  async run(context) {
    const { app, task, note } = context;
    const { before } = await findingsOf(context);
    const failures = await failuresOf(context);
    const after = failures ? null : await homePage(context);
    if (!before || after === null || 'reason' in after)
      throw undone(`The site stopped answering after the change, so we undid it. ${failures}`, failures);
    const broken = brokenBy(before, after);
    if (broken) throw notAnswering([broken, sentence('We undid the change.')], englishOf(broken));
    const picture = isFirst ? await pictureAfter(context) : {};
    const differences = [...differencesOf(before, after), ...(picture.differences ?? [])];
    for (const difference of differences) note(englishOf(differenceText(difference)));
    await recordFindings(app.db, task.id, { ...picture, after, differences });
  },
  check: async (context) => (await findingsOf(context)).after !== undefined,
});

const undone = (text: string, detail: string) => notAnswering(text.trim().slice(0, 500), detail);

/** The last step of putting a site back: how it answers is written down, and decides nothing. */
export const answerStep: StepDefinition = {
  name: 'answer',
  title: 'Checking the site',
  cancel: 'no',
  async run(context) {
    const site = await siteOf(context);
    for (const { name, detail } of await checkSite(context.app, site, site.fqdn)) context.note(`${name}: ${detail}`);
  },
  check: async () => true,
};
