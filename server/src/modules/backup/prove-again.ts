import type { AppContext } from '../../context/app-context.ts';
import type { ProofPayload } from './backup-proof.tasks.ts';
import { isBusy, takeDueProof } from './due-proof.repo.ts';

/** A proof that failed is repeated every day. */
const DAYS_AFTER_FAILURE = 1;

/**
 * Starts a proof that is overdue: that of the newest backup of a site, when it is older than `BACKUP_PROOF_DAYS`. One at a
 * time, and only when no other task waits. It is a task of the installation: it takes nothing from the tasks that the
 * customer's plan allows, and does not keep others from changing the site. Returns the task.
 */
export async function proveAgain({ config, db, clock, tasks, disk }: AppContext): Promise<string | null> {
  const days = config.backupProofDays;
  if (days === null || (await disk.isLow()) || (await isBusy(db))) return null;
  const daysAfterFailure = Math.min(days, DAYS_AFTER_FAILURE);
  return db.transaction(async (tx) => {
    const due = await takeDueProof(tx, { now: clock.now(), days, daysAfterFailure });
    if (!due) return null;
    const { backupId, backupName, failedBefore, siteId: resourceId, fqdn: title } = due;
    const payload: ProofPayload = { backupId, backupName, failedBefore };
    const owner = { partnerId: null, customerId: null, userId: null };
    return tasks.enqueue(tx, { kind: 'backup.proveAgain', ...owner, resourceId, title, payload });
  });
}
