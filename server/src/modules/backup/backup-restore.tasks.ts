import { described, said, sentence } from '../../context/said.ts';
import { RESTORED_PARTS } from '../../hosting/driver.ts';
import { NEW_BACKUP } from './backup-steps.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { defineKind, outlineOf, type StepDefinition } from '../../tasks/task-kind.ts';
import { moveSite } from '../site/site.repo.ts';
import { forgetBaseline } from '../site/site-staging.repo.ts';
import { removeWork } from './backup-archive.ts';
import { backupLink } from './backup-end.ts';
import { taskBackup } from './backup.repo.ts';
import { fetched, fetchStep } from './fetch-step.ts';
import { answerStep, safetySteps } from './replace-steps.ts';
import { endFailedReplacement, REPLACE_TASK } from './replace-task.ts';

/** The backup to restore, and the one of the present site that is made first. */
export const RestorePayload = definePayload(
  v.object({
    ...NEW_BACKUP,
    backupId: v.string(),
    backupName: v.string(),
    parts: v.picklist(RESTORED_PARTS),
    /** The owner goes on without a backup of the present site, which may be too broken for one. */
    withoutBackup: v.boolean(),
  }),
);
export type RestorePayload = PayloadOf<typeof RestorePayload>;

const leaves = 'The site stays as it is.';

/** Replaces the site's content in one rename: killed at any moment, the site is the old one or the new one. */
function restoreStep(): StepDefinition {
  let restored = false;
  return {
    name: 'restore',
    title: 'Replacing the content',
    cancel: 'no',
    leaves,
    async run(context) {
      const { app, task } = context;
      await app.hosting.restore(task.resourceId, fetched(context), RestorePayload.of(task.payload).parts, context);
      restored = true;
    },
    // The site does not show whether an interrupted attempt has replaced it, so the next one restores again.
    check: async () => restored,
  };
}

function restoreSteps({ withoutBackup }: RestorePayload): StepDefinition[] {
  const check = answerStep('The restored site does not answer as it should.');
  if (!withoutBackup) return [fetchStep, ...safetySteps(leaves), restoreStep(), check];
  // Nothing leads back, so the restored content stays even when the site does not answer.
  const { undo: _undo, ...onlyCheck } = check;
  return [fetchStep, restoreStep(), onlyCheck];
}

/** Restores a whole site. When the restored site does not answer, its previous content is put back. */
export const restoreKind = defineKind({
  payload: RestorePayload,
  ...REPLACE_TASK,
  label: 'Restoring the site',
  steps: ({ task }) => restoreSteps(RestorePayload.of(task.payload)),
  outline: (payload) => restoreSteps(RestorePayload.of(payload)).map(outlineOf),
  async succeeded(tx, context) {
    const { app, task } = context;
    await removeWork(app, task.id);
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    const { backupId, backupName, parts } = RestorePayload.of(task.payload);
    // The age of a backup that was deleted meanwhile is unknown.
    const madeAt = (await taskBackup(tx, backupId))?.createdAt ?? new Date(0);
    if (parts !== 'files') await forgetBaseline(tx, task.resourceId, madeAt);
    return {
      type: 'backup_restored',
      ...described(said('{site} was restored from “{backup}”.', { site: task.title, backup: backupName })),
      link: await backupLink(tx, context),
    };
  },
  async failed(tx, context, error) {
    const { title } = context.task;
    const reason = await endFailedReplacement(tx, context, error, sentence('Its previous content is back.'));
    return {
      type: 'backup_failed',
      ...described(said('{site} could not be restored. {reason}', { site: title, reason })),
      link: await backupLink(tx, context),
    };
  },
});
