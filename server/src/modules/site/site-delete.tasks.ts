import type { StepDefinition, TaskKind } from '../../tasks/task-kind.ts';
import { deleteSiteRow, hostsOf, recordFacts, releaseHosts, taskSite } from './site.repo.ts';

const offlineStep: StepDefinition = {
  name: 'offline',
  title: 'Taking the site off the network',
  async run({ app, task }) {
    if (!task.siteId) return;
    const hosts = await releaseHosts(app.db, task.siteId);
    for (const host of hosts) app.edge.invalidate(host);
    if (task.fqdn) app.edge.invalidate(task.fqdn);
  },
  check: async ({ app, task }) => !task.siteId || (await hostsOf(app.db, task.siteId)).length === 0,
};

const destroyStep: StepDefinition = {
  name: 'destroy',
  title: 'Deleting files and database',
  async run({ app, task }) {
    if (!task.siteId) return;
    await app.edge.stopEverywhere(task.siteId);
    await app.hosting.destroy(task.siteId);
  },
  async check({ app, task }) {
    if (!task.siteId) return true;
    return app.hosting.endpoint(task.siteId) === null && (await app.hosting.usage(task.siteId)).files === 0;
  },
};

const recordsStep: StepDefinition = {
  name: 'records',
  title: 'Deleting records and statistics',
  async run({ app, task }) {
    if (task.siteId) await deleteSiteRow(app.db, task.siteId);
  },
  check: async ({ app, task }) => (await taskSite(app.db, task.siteId)) === undefined,
};

const steps = [offlineStep, destroyStep, recordsStep];

/** Deletes a site with everything in it. One that fails stays in deletion, and can be deleted again. */
export const deleteKind: TaskKind = {
  outline: () => steps.map(({ name, title }) => ({ name, title })),
  steps: () => steps,
  succeeded: async (_tx, { task }) => ({ type: 'site_deleted', description: `${task.fqdn} was deleted.`, link: null }),
  async failed(tx, { task }, error) {
    if (task.siteId) await recordFacts(tx, task.siteId, { taskId: null });
    return {
      type: 'site_failed',
      description: `${task.fqdn} could not be deleted completely. ${error.message}`,
      link: '/sites',
    };
  },
};
