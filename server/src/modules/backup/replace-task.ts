import * as v from 'valibot';
import { reasonOf, sentence, type Sentence } from '../../context/said.ts';
import { definePayload } from '../../tasks/payload.ts';
import type { Database } from '../../db/database.ts';
import type { StepContext, TaskError } from '../../tasks/task-kind.ts';
import { answeredSince, SITE_TASK } from '../site/site-task-steps.ts';
import { moveSite } from '../site/site.repo.ts';
import { NOT_PUT_BACK } from '../../tasks/task-error.ts';
import { stepsOf } from '../../tasks/task.repo.ts';
import { backupEnd } from './backup-end.ts';
import { NEW_BACKUP } from './backup-steps.ts';
import { ANSWER } from './replace-steps.ts';

const Before = definePayload(v.object({ statusBefore: NEW_BACKUP.statusBefore }));
/** The status of a site whose content a task has left as it was. */
const statusBefore = ({ task }: StepContext) => Before.of(task.payload).statusBefore ?? 'ready';

/** What tasks have in common that replace the content of a site after a backup. */
export const REPLACE_TASK = {
  ...SITE_TASK,
  stale: [...SITE_TASK.stale, 'backup'],
  undoOnFailure: true,
  async cancelled(tx: Database, context: StepContext) {
    await backupEnd.cancelled(tx, context);
    await moveSite(tx, context.task.resourceId, statusBefore(context), { taskId: null });
    return null;
  },
  ended: async ({ app, task }: StepContext) => app.edge.invalidate(task.title),
};

/**
 * Ends the backup of a failed replacement and sets the status of the site. A site that did not answer with its new
 * content is ready only if it was seen to answer since; otherwise it has failed. Returns what happened, for people;
 * `putBack` is the sentence for a site that has its previous content back.
 */
export async function endFailedReplacement(
  tx: Database,
  context: StepContext,
  error: TaskError,
  putBack: Sentence,
): Promise<Sentence[]> {
  const { task } = context;
  await backupEnd.failed(tx, context, error);
  const replaced = (await stepsOf(tx, task.id)).find(({ name, started }) => name === ANSWER && started);
  const answers = await answeredSince(tx, task, ANSWER);
  const status = !replaced ? statusBefore(context) : answers ? 'ready' : 'failed';
  await moveSite(tx, task.resourceId, status, { taskId: null });
  const reason = reasonOf(error);
  if (!replaced) return reason;
  if (answers) return [...reason, putBack];
  return [
    ...reason,
    ...(error.message.endsWith(NOT_PUT_BACK) ? [] : [sentence('Its previous content could not be put back.')]),
    sentence('Restore a backup, or contact support.'),
  ];
}
