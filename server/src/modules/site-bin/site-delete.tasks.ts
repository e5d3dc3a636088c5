import { SITE_STATUSES } from '@panel/contract/status';
import { described, reasonOf, said } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { removeSchedule } from '../../tasks/schedule.repo.ts';
import { defineKind, outlineOf, type StepDefinition } from '../../tasks/task-kind.ts';
import { siteFolderKey } from '../backup/backup-archive.ts';
import { scheduleId } from '../backup/backup-settings.repo.ts';
import { removeLink } from '../notification/notification.repo.ts';
import { BIN_LINK, BIN_TASK } from './bin.tasks.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { workloadLinks } from '../site/workload-link.repo.ts';
import { hostsOf, moveSite, recordFacts, releaseHosts, restoreSite, taskSite } from '../site/site.repo.ts';
import { deleteSite } from '../dns/delete-site.repo.ts';

/** The site's previous status, missing in tasks of older versions, and whether its staging environment is deleted as well. */
export const DeletePayload = definePayload(
  v.object({
    status: v.exactOptional(v.picklist(SITE_STATUSES)),
    hasStaging: v.exactOptional(v.boolean()),
  }),
);
export type DeletePayload = PayloadOf<typeof DeletePayload>;

const leaves = 'The site stays as it is.';

const offlineStep: StepDefinition = {
  name: 'offline',
  title: 'Taking the site off the network',
  cancel: 'no',
  leaves,
  async run({ app, task }) {
    const hosts = await releaseHosts(app.db, task.resourceId);
    for (const host of [...hosts, task.title]) app.edge.invalidate(host);
  },
  check: async ({ app, task }) => (await hostsOf(app.db, task.resourceId)).length === 0,
};

const destroyStep: StepDefinition = {
  name: 'destroy',
  title: 'Deleting files and database',
  cancel: 'no',
  async run({ app, task, progress }) {
    await app.hosting.destroy(task.resourceId, { progress });
  },
  check: async ({ app, task }) =>
    app.hosting.endpoint(task.resourceId) === null && (await app.hosting.usage(task.resourceId)).files === 0,
};

const backupsStep: StepDefinition = {
  name: 'backups',
  title: 'Deleting its backups',
  cancel: 'no',
  run: ({ app, task }) => app.storage.removeFolder(siteFolderKey(task.resourceId)),
  check: ({ app, task }) => app.storage.isEmpty(siteFolderKey(task.resourceId)),
};

const recordsStep: StepDefinition = {
  name: 'records',
  title: 'Deleting records and statistics',
  cancel: 'no',
  run: ({ app, task }) =>
    app.db.transaction(async (tx) => {
      await deleteSite(tx, task.resourceId);
      await removeSchedule(tx, scheduleId(task.resourceId));
      for (const link of workloadLinks(task.resourceId, 'overview')) await removeLink(tx, link);
    }),
  check: async ({ app, task }) => (await taskSite(app.db, task.resourceId)) === undefined,
};

const ownSteps = [offlineStep, destroyStep, backupsStep, recordsStep];

/** Deletes the staging environment first, by the same steps. */
const stagingStep: StepDefinition = {
  name: 'staging',
  title: 'Deleting the staging environment',
  cancel: 'no',
  leaves,
  async run(context) {
    const { app, task } = context;
    const child = await childOf(app.db, task.resourceId);
    const site = child && (await taskSite(app.db, child.workloadId));
    if (!site) return;
    if (site.status !== 'moving') await moveSite(app.db, site.id, 'moving');
    const its = { ...context, task: { ...task, resourceId: site.id, title: site.fqdn } };
    for (const step of ownSteps) await step.run(its);
  },
  check: async ({ app, task }) => (await childOf(app.db, task.resourceId)) === undefined,
};

const stepsOf = (payload: Record<string, unknown>): StepDefinition[] =>
  DeletePayload.of(payload).hasStaging ? [stagingStep, ...ownSteps] : ownSteps;

/** Deletes a site and all its data for good. A failed deletion keeps its status and can be repeated. */
export const deleteKind = defineKind({
  payload: DeletePayload,
  ...BIN_TASK,
  label: 'Deleting the site',
  steps: ({ task }) => stepsOf(task.payload),
  outline: (payload) => stepsOf(payload).map(outlineOf),
  succeeded: async (_tx, { task }) => ({
    type: 'site_deleted',
    ...described(said('{site} was deleted for good.', { site: task.title })),
    link: null,
  }),
  async failed(tx, { task }, error) {
    await recordFacts(tx, task.resourceId, { taskId: null });
    return {
      type: 'site_failed',
      ...described(
        said('{site} could not be deleted completely. {reason}', { site: task.title, reason: reasonOf(error) }),
      ),
      link: (await taskSite(tx, task.resourceId))?.binnedAt ? BIN_LINK : '/sites',
    };
  },
  async cancelled(tx, { task }) {
    const { status } = DeletePayload.of(task.payload);
    await restoreSite(tx, task.resourceId, status ?? 'moving');
    return null;
  },
  ended: async ({ app, task }) => app.edge.invalidate(task.title),
});
