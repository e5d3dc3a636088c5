import { described, reasonOf, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { defineKind, type StepContext, type TaskKind, type TaskKinds } from '../../tasks/task-kind.ts';
import { notifyStarter } from '../../tasks/task.repo.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { clearTask, recordTask, taskSite } from '../site/site.repo.ts';
import { removeWork } from './backup-archive.ts';
import { backupEnd, backupLink } from './backup-end.ts';
import type { ProofPayload } from './backup-proof.tasks.ts';
import { appProofKind, proofKind, proveAgainKind } from './backup-proof.tasks.ts';
import { restoreFilesKind } from './backup-restore-files.tasks.ts';
import { restoreKind } from './backup-restore.tasks.ts';
import { readSettings } from './backup-settings.repo.ts';
import { NewBackup, backupSteps, pruneStep } from './backup-steps.ts';
import { isApplication } from './pack-workload.ts';
import { stepsLeaving } from './steps-leaving.ts';
import { backupOfTask } from './backup.repo.ts';
import { whyNotDue } from './why-not-due.ts';

const ending: Pick<TaskKind, 'resource' | 'stale' | 'succeeded' | 'failed' | 'cancelled'> = {
  ...SITE_TASK,
  stale: [...SITE_TASK.stale, 'backup', 'app', 'database'],
  async succeeded(tx, context) {
    const { app, task } = context;
    await removeWork(app, task.id);
    await clearTask(tx, task);
    const text = said('{site} is backed up.', { site: task.title });
    return { type: 'backup_created', ...described(text), link: await backupLink(tx, context) };
  },
  async failed(tx, context, error) {
    const { task } = context;
    await backupEnd.failed(tx, context, error);
    await clearTask(tx, task);
    return {
      type: 'backup_failed',
      ...described(said('{site} could not be backed up. {reason}', { site: task.title, reason: reasonOf(error) })),
      link: await backupLink(tx, context),
    };
  },
  async cancelled(tx, context) {
    await backupEnd.cancelled(tx, context);
    await clearTask(tx, context.task);
    return null;
  },
};

const keptOf = async ({ app, task }: StepContext): Promise<number> =>
  (await readSettings(app.db, task.resourceId)).keep;

async function startProof(tx: Database, { app, task }: StepContext): Promise<void> {
  const row = await backupOfTask(tx, task.id);
  if (!row) return;
  const { partnerId, customerId, resourceId, title } = task;
  const payload: ProofPayload = { backupId: row.id, backupName: row.name };
  const given = { partnerId, customerId, userId: null, resourceId, title, payload };
  const site = await taskSite(tx, resourceId);
  if (site && (await whyNotDue({ ...app, db: tx }, site)) !== null) return;
  const kind = site && isApplication(app, site) ? 'app.prove' : 'backup.prove';
  const proofId = await app.tasks.enqueue(tx, { kind, ...given });
  if (site?.taskId === null) await recordTask(tx, resourceId, proofId);
}

const scheduled: Pick<TaskKind, 'succeeded' | 'failed'> = {
  /** Every scheduled backup is proven at once. */
  async succeeded(tx, context) {
    await ending.succeeded(tx, context);
    await startProof(tx, context);
    return null;
  },
  async failed(tx, context, error) {
    const notice = await ending.failed(tx, context, error);
    const { app, task } = context;
    const site = await taskSite(tx, task.resourceId);
    if (site && (await whyNotDue({ ...app, db: tx }, site)) !== null) return null;
    // Nobody started it, so the customer of the site is notified.
    if (notice) await notifyStarter(tx, { ...task, userId: task.customerId }, notice);
    return null;
  },
};

// Both types: the schedule may have been changed from one to the other.
const scheduledSteps = [...backupSteps, pruneStep(['daily', 'weekly'], keptOf)];
const OF_APP = { ...ending, payload: NewBackup, label: 'Backing up the application' };
const LEAVES = 'The application stays as it is. No backup is kept.';

/** Tasks that make, prove and restore backups. Each works on a site. */
export const backupKinds: TaskKinds = {
  'backup.create': defineKind({ ...ending, payload: NewBackup, label: 'Backing up the site', steps: [...backupSteps] }),
  'backup.scheduled': defineKind({
    ...{ ...ending, ...scheduled, payload: NewBackup, label: 'Backing up the site' },
    steps: scheduledSteps,
  }),
  'backup.restore': restoreKind,
  'backup.restoreFiles': restoreFilesKind,
  'backup.prove': proofKind,
  'backup.proveAgain': proveAgainKind,
  'app.backup': defineKind({ ...OF_APP, ...stepsLeaving(LEAVES, backupSteps) }),
  'app.backup-scheduled': defineKind({ ...OF_APP, ...scheduled, ...stepsLeaving(LEAVES, scheduledSteps) }),
  'app.prove': appProofKind,
};
