import * as v from 'valibot';
import { described, said, sentence } from '../../context/said.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import { defineKind, outlineOf, type StepDefinition } from '../../tasks/task-kind.ts';
import { moveSite } from '../site/site.repo.ts';
import { removeWork } from './backup-archive.ts';
import { backupLink } from './backup-end.ts';
import { NEW_BACKUP } from './backup-steps.ts';
import { fetched, fetchStep } from './fetch-step.ts';
import { answerStep, safetySteps } from './replace-steps.ts';
import { endFailedReplacement, REPLACE_TASK } from './replace-task.ts';

/** The files to restore, and the backup of the present site that is made first. */
export const RestoreFilesPayload = definePayload(
  v.object({
    ...NEW_BACKUP,
    backupId: v.string(),
    backupName: v.string(),
    /** Below the document root. */
    paths: v.array(v.string()),
    withoutBackup: v.boolean(),
  }),
);
export type RestoreFilesPayload = PayloadOf<typeof RestoreFilesPayload>;

const leaves = 'The site stays as it is.';

/** Puts each file back whole. Killed in the middle, the next attempt puts all of them back again. */
function putBackStep(): StepDefinition {
  let done = false;
  return {
    name: 'put-back',
    title: 'Putting the files back',
    cancel: 'no',
    leaves,
    async run(context) {
      const { app, task, note } = context;
      const { paths } = RestoreFilesPayload.of(task.payload);
      const { files, skipped } = await app.hosting.restoreFiles(task.resourceId, fetched(context), paths, context);
      note(`${files} files were put back; ${skipped} were not, because something else is in their place`);
      done = true;
    },
    // The site does not show whether an interrupted attempt had put all of them back.
    check: async () => done,
  };
}

function stepsOf({ withoutBackup }: RestoreFilesPayload): StepDefinition[] {
  const check = answerStep('The site does not answer as it should with the restored files.');
  if (!withoutBackup) return [fetchStep, ...safetySteps(leaves), putBackStep(), check];
  // Nothing leads back, so the files stay even when the site does not answer.
  const { undo: _undo, ...onlyCheck } = check;
  return [fetchStep, putBackStep(), onlyCheck];
}

/** Restores single files. When the site does not answer with them, its previous content is put back. */
export const restoreFilesKind = defineKind({
  payload: RestoreFilesPayload,
  ...REPLACE_TASK,
  label: 'Restoring files of the site',
  steps: ({ task }) => stepsOf(RestoreFilesPayload.of(task.payload)),
  outline: (payload) => stepsOf(RestoreFilesPayload.of(payload)).map(outlineOf),
  async succeeded(tx, context) {
    const { app, task } = context;
    await removeWork(app, task.id);
    await moveSite(tx, task.resourceId, 'ready', { taskId: null });
    return {
      type: 'backup_restored',
      ...described(
        said('Files of {site} were restored from “{backup}”.', {
          site: task.title,
          backup: RestoreFilesPayload.of(task.payload).backupName,
        }),
      ),
      link: await backupLink(tx, context),
    };
  },
  async failed(tx, context, error) {
    const reason = await endFailedReplacement(tx, context, error, sentence('Its previous content is back.'));
    return {
      type: 'backup_failed',
      ...described(said('Files of {site} could not be restored. {reason}', { site: context.task.title, reason })),
      link: await backupLink(tx, context),
    };
  },
});
