import { NEW_BACKUP } from '../backup/backup-steps.ts';
import { described, said, sentence, titled, type Said } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import type { HostingDriver } from '../../hosting/driver.ts';
import { defineKind, outlineOf, type StepDefinition, type TaskKind } from '../../tasks/task-kind.ts';
import { removeWork } from '../backup/backup-archive.ts';
import { answerStep, safetySteps } from '../backup/replace-steps.ts';
import { endFailedReplacement, REPLACE_TASK } from '../backup/replace-task.ts';
import { overviewLink } from '../site/site-task-steps.ts';
import { moveSite } from '../site/site.repo.ts';

/** The version to change to, and the backup that is made first. */
export const UpgradePayload = definePayload(v.object({ ...NEW_BACKUP, version: v.string() }));
export type UpgradePayload = PayloadOf<typeof UpgradePayload>;

/** What a site gets another version of. */
type Software = {
  name: 'WordPress' | 'PHP';
  label: string;
  leaves: string;
  /** The title of the step that changes it. */
  doing(version: string): Said;
  /** May be repeated after an interruption: the site is the old one until the whole change is complete. */
  change(hosting: HostingDriver, siteId: string, version: string): Promise<void>;
};

function changeStep({ name, doing, change }: Software, version: string, leaves: string): StepDefinition {
  let changed = false;
  return {
    name: 'upgrade',
    ...titled(doing(version ? `${name} ${version}` : name)),
    cancel: 'no',
    leaves,
    async run({ app, task }) {
      await change(app.hosting, task.resourceId, UpgradePayload.of(task.payload).version);
      changed = true;
    },
    // The site does not show whether an interrupted attempt was complete, so it is repeated.
    check: async () => changed,
  };
}

/** Changes a version after a backup. When the site does not answer afterwards, it gets its previous version and content back. */
function upgradeKindOf(software: Software): TaskKind {
  const { name, label, leaves } = software;
  const steps = ({ version = '' }: Partial<UpgradePayload>): StepDefinition[] => [
    ...safetySteps(leaves),
    changeStep(software, version, leaves),
    answerStep('The site does not answer as it should with the new version.'),
  ];
  return defineKind({
    payload: UpgradePayload,
    ...REPLACE_TASK,
    label,
    steps: ({ task }) => steps(UpgradePayload.of(task.payload)),
    outline: (payload) => steps(UpgradePayload.of(payload)).map(outlineOf),
    async succeeded(tx, { app, task }) {
      await removeWork(app, task.id);
      await moveSite(tx, task.resourceId, 'ready', { taskId: null });
      return {
        type: 'site_upgraded',
        ...described(
          said('{site} runs {software}.', {
            ...{ site: task.title, software: `${name} ${UpgradePayload.of(task.payload).version}` },
          }),
        ),
        link: overviewLink(task.resourceId),
      };
    },
    async failed(tx, context, error) {
      const { resourceId, title } = context.task;
      const putBack = sentence('It was rolled back to the previous version.');
      const reason = await endFailedReplacement(tx, context, error, putBack);
      const wanted = `${name} ${UpgradePayload.of(context.task.payload).version}`;
      return {
        type: 'site_upgrade_failed',
        ...described(
          said('{site} could not be changed to {software}. {reason}', { site: title, software: wanted, reason }),
        ),
        link: overviewLink(resourceId),
      };
    },
  });
}

/** Replaces WordPress and updates the database. */
export const upgradeKind = upgradeKindOf({
  name: 'WordPress',
  label: 'Upgrading WordPress',
  leaves: 'The site keeps its version of WordPress.',
  doing: (software) => said('Upgrading to {software}', { software }),
  change: (hosting, siteId, version) => hosting.upgrade(siteId, version),
});

/** Lets another PHP run the site. */
export const phpVersionKind = upgradeKindOf({
  name: 'PHP',
  label: 'Changing the PHP version',
  leaves: 'The site keeps its version of PHP.',
  doing: (software) => said('Changing to {software}', { software }),
  change: (hosting, siteId, version) => hosting.usePhp(siteId, version),
});
