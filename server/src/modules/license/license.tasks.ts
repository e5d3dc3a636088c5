import type { StepContext, StepDefinition, TaskKinds } from '../../tasks/task-kind.ts';
import { defineKind } from '../../tasks/task-kind.ts';
import { hostsOf } from '../site/site.repo.ts';
import { toolKind, verifyStep } from '../site-tool/tool-kind.ts';
import { childOf } from '../site/site-staging.repo.ts';
import { notifyOfEnds, renewEnded } from './license-notice.repo.ts';
import { endPlans } from './site-plan.ts';

/** The site of the task, and its staging environment, which has the same plan. */
async function sitesOf({ app, task }: StepContext): Promise<string[]> {
  const child = await childOf(app.db, task.resourceId);
  return [task.resourceId, ...(child ? [child.workloadId] : [])];
}

const restartStep: StepDefinition = {
  name: 'restart',
  title: 'Restarting the site with the limits of its plan',
  cancel: 'no',
  retry: { times: 2, backoffSeconds: 1 },
  async run(context) {
    const { app } = context;
    for (const id of await sitesOf(context)) {
      for (const host of await hostsOf(app.db, id)) app.edge.invalidate(host);
      await app.hosting.sleep(id);
    }
  },
  check: async () => true,
};

/** Restarts a site whose plan was changed; the request has already changed it. */
const planKind = toolKind({
  label: 'Applying the plan',
  steps: () => [
    restartStep,
    verifyStep('The site has its new plan, but it does not answer. Check its debug log, or contact support.'),
  ],
});

const again = { times: 3, backoffSeconds: 60 };

const renewStep: StepDefinition = {
  name: 'renew',
  title: 'Renewing licenses',
  retry: again,
  async run({ app, note }) {
    note(`Renewed: ${await renewEnded(app.db, app.clock.now())}`);
  },
  // One statement renews all that have ended.
  check: async () => true,
};

const noticeStep: StepDefinition = {
  name: 'notice',
  title: 'Notifying owners of licenses that end',
  retry: again,
  async run({ app, note }) {
    const now = app.clock.now();
    note(`End soon: ${await notifyOfEnds(app.db, now, 'license_expiring')}`);
    note(`Ended: ${await notifyOfEnds(app.db, now, 'license_expired')}`);
  },
  // A notice and the record of it are one transaction.
  check: async () => true,
};

const endStep: StepDefinition = {
  name: 'end',
  title: 'Giving sites without a valid license the limits of the smallest plan',
  retry: again,
  async run({ app, note }) {
    note(`Sites: ${await endPlans(app)}`);
  },
  // A site on which a task works is changed an hour later.
  check: async () => true,
};

/** Restarts for a changed plan, and the ends of licences, hourly (schedules.ts). */
export const licenseKinds: TaskKinds = {
  'site.plan': planKind,
  'panel.licenses': defineKind({
    label: 'Ending licenses',
    resource: 'panel',
    stale: [],
    steps: [renewStep, endStep, noticeStep],
  }),
};
