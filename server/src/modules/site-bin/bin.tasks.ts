import { SITE_STATUSES } from '@panel/contract/status';
import { described, reasonOf, said } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { Database } from '../../db/database.ts';
import { HostingError } from '../../hosting/hosting-error.ts';
import { defineKind, type StepContext, type StepDefinition } from '../../tasks/task-kind.ts';
import { scheduleFollowsSite } from '../backup/backup-settings.repo.ts';
import { removeLink } from '../notification/notification.repo.ts';
import { checkSite, looksWell } from '../site/site-checks.ts';
import { hostsOf, moveSite, recordFacts, restoreSite, taskSite } from '../site/site.repo.ts';
import { answeredSince, SITE_TASK, siteOf } from '../site/site-task-steps.ts';
import { workloadLink, workloadLinks } from '../site/workload-link.repo.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { purgeAt, putInBin } from './bin.repo.ts';
import { endAccesses } from '../site-access/site-access.repo.ts';

export const BIN_LINK = '/sites/bin';
/** Bin and lists of sites change together. */
export const BIN_TASK = { ...SITE_TASK, stale: [...SITE_TASK.stale, 'bin'] } as const;

/** The site's status before its deletion. */
export const BinPayload = definePayload(v.object({ status: v.picklist(SITE_STATUSES) }));
export type BinPayload = PayloadOf<typeof BinPayload>;

const leaves = 'The site stays as it is.';

/** The site of the task, and its staging environment. */
async function sitesOf(db: Database, { task }: Pick<StepContext, 'task'>): Promise<string[]> {
  const child = await childOf(db, task.resourceId);
  return [task.resourceId, ...(child ? [child.workloadId] : [])];
}

async function forgetAddresses(context: StepContext): Promise<void> {
  const { app } = context;
  for (const id of await sitesOf(app.db, context))
    for (const host of await hostsOf(app.db, id)) app.edge.invalidate(host);
}

const stopStep: StepDefinition = {
  name: 'stop',
  title: 'Stopping the site',
  cancel: 'no',
  leaves,
  async run(context) {
    const { app } = context;
    for (const id of await sitesOf(app.db, context)) await app.hosting.sleep(id);
  },
  check: async ({ app, task }) => app.hosting.endpoint(task.resourceId) === null,
};

const binStep: StepDefinition = {
  name: 'bin',
  title: 'Moving it to the bin',
  cancel: 'no',
  async run(context) {
    const { app, task } = context;
    await app.db.transaction(async (tx) => {
      await putInBin(tx, task.resourceId, { binnedAt: app.clock.now(), binnedBy: task.userId });
      for (const id of await sitesOf(tx, context)) {
        await scheduleFollowsSite(tx, id);
        await endAccesses(tx, id, app.clock.now());
      }
      for (const link of workloadLinks(task.resourceId, 'overview')) await removeLink(tx, link);
    });
    await forgetAddresses(context);
  },
  check: async (context) => (await siteOf(context)).binnedAt !== null,
};

/** Deletes a site so that it can be restored: it stops, and its files, database, backups and name are kept. */
export const binKind = defineKind({
  payload: BinPayload,
  ...BIN_TASK,
  label: 'Deleting the site',
  steps: [stopStep, binStep],
  async succeeded(tx, { app, task }) {
    await recordFacts(tx, task.resourceId, { taskId: null });
    const row = await taskSite(tx, task.resourceId);
    const until = purgeAt(row?.binnedAt ?? app.clock.now());
    const text = said('{site} was deleted. It stays in the bin until {until}.', { site: task.title, until });
    return { type: 'site_deleted', ...described(text), link: BIN_LINK };
  },
  async failed(tx, { task }, error) {
    await recordFacts(tx, task.resourceId, { taskId: null });
    const text = said('{site} could not be deleted. {reason}', { site: task.title, reason: reasonOf(error) });
    return { type: 'site_failed', ...described(text), link: '/sites' };
  },
  async cancelled(tx, { task }) {
    await restoreSite(tx, task.resourceId, BinPayload.of(task.payload).status);
    return null;
  },
  ended: forgetAddresses,
});

/** The entry in the bin, for a restore that is cancelled before it begins. */
export const UnbinPayload = definePayload(v.object({ binnedAt: v.string(), binnedBy: v.nullable(v.string()) }));
export type UnbinPayload = PayloadOf<typeof UnbinPayload>;

const answerStep: StepDefinition = {
  name: 'answer',
  title: 'Checking that the site answers',
  cancel: 'no',
  retry: { times: 2, backoffSeconds: 1 },
  leaves: 'The site stays in the bin.',
  async run(context) {
    await forgetAddresses(context);
    const { app, note } = context;
    for (const id of await sitesOf(app.db, context)) {
      const site = await taskSite(app.db, id);
      const evidence = site ? await checkSite(app, site, site.fqdn) : [];
      for (const entry of evidence) note(`${entry.name}: ${entry.detail}`);
    }
    if (!looksWell((await siteOf(context)).evidence))
      throw new HostingError('NOT_VERIFIED', 'The restored site does not answer as it should.', { retryable: true });
  },
  check: async ({ app, task }) => answeredSince(app.db, task, 'answer'),
};

/** What the check of a staging environment has shown decides about it. */
async function settleStaging(tx: Database, { task }: StepContext): Promise<void> {
  const child = await childOf(tx, task.resourceId);
  const site = child && (await taskSite(tx, child.workloadId));
  if (!site) return;
  await moveSite(tx, site.id, looksWell(site.evidence) ? 'ready' : 'failed', { taskId: null });
  await scheduleFollowsSite(tx, site.id);
}

/** Restores a site from the bin; the request has already taken it out. It is ready once it answers. */
export const unbinKind = defineKind({
  payload: UnbinPayload,
  ...BIN_TASK,
  label: 'Restoring the deleted site',
  steps: [answerStep],
  async succeeded(tx, context) {
    const { task } = context;
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    await settleStaging(tx, context);
    const text = said('{site} was restored from the bin.', { site: task.title });
    return { type: 'site_restored', ...described(text), link: await workloadLink(tx, task.resourceId, 'overview') };
  },
  async failed(tx, context, error) {
    const { task } = context;
    await moveSite(tx, task.resourceId, 'failed', { taskId: null });
    await settleStaging(tx, context);
    const text = said('{site} left the bin and failed its check. {reason}', {
      ...{ site: task.title, reason: reasonOf(error) },
    });
    return { type: 'site_failed', ...described(text), link: await workloadLink(tx, task.resourceId, 'overview') };
  },
  async cancelled(tx, { task }) {
    const { binnedAt, binnedBy } = UnbinPayload.of(task.payload);
    await putInBin(tx, task.resourceId, { binnedAt: new Date(binnedAt), binnedBy });
    await recordFacts(tx, task.resourceId, { taskId: null });
    await scheduleFollowsSite(tx, task.resourceId);
    return null;
  },
  ended: forgetAddresses,
});
