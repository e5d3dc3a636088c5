import { HostingError } from '../../hosting/hosting-error.ts';
import { defineKind, type StepDefinition } from '../../tasks/task-kind.ts';
import { notifyStarter } from '../../tasks/task.repo.ts';
import { SITE_TASK } from '../site/site-task-steps.ts';
import { clearTask } from '../site/site.repo.ts';
import { removeWork } from './backup-archive.ts';
import { backupLink } from './backup-end.ts';
import { recordBackup, taskBackup } from './backup.repo.ts';
import { fetched, fetchStep } from './fetch-step.ts';

export type ProofPayload = { backupId: string; backupName: string };

const rehearseStep: StepDefinition = {
  name: 'rehearse',
  title: 'Restoring the backup beside the site, and asking it for its pages',
  leaves: 'The site stays as it is. The restored copy is removed.',
  async run(context) {
    const { app, task, note } = context;
    const id = (task.payload as ProofPayload).backupId;
    const { ok, checks } = await app.hosting.rehearse(task.resourceId, fetched(context));
    for (const check of checks) note(`${check.name}: ${check.detail}`);
    await recordBackup(app.db, { id }, { proof: { ok, checks, checked_at: app.clock.now().toISOString() } });
    if (!ok)
      throw new HostingError('NOT_VERIFIED', 'The restored copy does not answer as it should.', { retryable: false });
  },
  async check({ app, task }) {
    const row = await taskBackup(app.db, (task.payload as ProofPayload).backupId);
    return row?.proof?.ok === true && Date.parse(row.proof.checked_at) >= task.createdAt.getTime();
  },
};

/** Proves that a backup can be restored. The site itself stays as it is and keeps answering. */
export const proofKind = defineKind({
  ...SITE_TASK,
  stale: [...SITE_TASK.stale, 'backup'],
  label: 'Proving the backup',
  steps: [fetchStep, rehearseStep],
  async succeeded(tx, { app, task }) {
    await removeWork(app, task.id);
    await clearTask(tx, task);
    return null;
  },
  async failed(tx, { app, task }, error) {
    await removeWork(app, task.id);
    await clearTask(tx, task);
    const description = `“${(task.payload as ProofPayload).backupName}” of ${task.title} could not be proven. ${error.message}`;
    // Nobody started one that follows a schedule, so the customer of the site is notified.
    const receiver = { ...task, userId: task.userId ?? task.customerId };
    await notifyStarter(tx, receiver, { type: 'backup_failed', description, link: backupLink(task.resourceId) });
    return null;
  },
  async cancelled(tx, { app, task }) {
    await removeWork(app, task.id);
    await clearTask(tx, task);
    return null;
  },
});
