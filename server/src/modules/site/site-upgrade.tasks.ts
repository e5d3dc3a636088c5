import { defineKind, outlineOf, type StepDefinition } from '../../tasks/task-kind.ts';
import { removeWork } from '../backup/backup-archive.ts';
import type { NewBackup } from '../backup/backup-steps.ts';
import { answerStep, safetySteps } from '../backup/replace-steps.ts';
import { isPutBack, REPLACE_TASK } from '../backup/replace-task.ts';
import { overviewLink } from './site-task-steps.ts';
import { moveSite } from './site.repo.ts';

/** The version to upgrade to, and the backup that is made first. */
export type UpgradePayload = NewBackup & { version: string };

const leaves = 'The site keeps its version of WordPress.';

/** Replaces WordPress and updates the database; the site is the old one until both are complete. */
function upgradeStep(version?: string): StepDefinition {
  let upgraded = false;
  return {
    name: 'upgrade',
    title: version ? `Upgrading to WordPress ${version}` : 'Upgrading WordPress',
    cancel: 'no',
    leaves,
    async run({ app, task }) {
      await app.edge.stopEverywhere(task.resourceId);
      await app.hosting.upgrade(task.resourceId, (task.payload as UpgradePayload).version);
      upgraded = true;
    },
    // Files and database are replaced one after the other, so an interrupted attempt is repeated.
    check: async () => upgraded,
  };
}

const steps = (payload: Record<string, unknown>): StepDefinition[] => [
  ...safetySteps(leaves),
  upgradeStep((payload as Partial<UpgradePayload>).version),
  answerStep('The site does not answer as it should with the new version.'),
];

/** Upgrades WordPress. When the site does not answer afterwards, it gets its previous version and content back. */
export const upgradeKind = defineKind({
  ...REPLACE_TASK,
  label: 'Upgrading WordPress',
  steps: ({ task }) => steps(task.payload),
  outline: (payload) => steps(payload).map(outlineOf),
  async succeeded(tx, { app, task }) {
    await removeWork(app, task.id);
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    return {
      type: 'site_upgraded',
      description: `${task.title} runs WordPress ${(task.payload as UpgradePayload).version}.`,
      link: overviewLink(task.resourceId),
    };
  },
  async failed(tx, context, error) {
    const { resourceId, title } = context.task;
    const putBack = await isPutBack(tx, context, error);
    await moveSite(tx, resourceId, 'ready', { taskId: null });
    return {
      type: 'site_upgrade_failed',
      description: `${title} could not be upgraded. ${error.message}${putBack ? ' It has its previous version back.' : ''}`,
      link: overviewLink(resourceId),
    };
  },
});
