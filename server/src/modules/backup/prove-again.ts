import type { AppContext } from '../../process/app-context.ts';
import { recordTask } from '../site/site.repo.ts';
import type { ProofPayload } from './backup-proof.tasks.ts';
import { isBusy, takeDueProof } from './due-proof.repo.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Starts the proof that is most overdue: that of the newest backup of a site, when it is older than `BACKUP_PROOF_DAYS`. One
 * at a time, and only when no other task waits. A proof that failed is repeated every day. Returns the task.
 */
export async function proveAgain({ config, db, clock, tasks, disk }: AppContext): Promise<string | null> {
  const days = config.backupProofDays;
  if (days === null || (await disk.isLow()) || (await isBusy(db))) return null;
  const now = clock.now();
  const before = (age: number) => new Date(now.getTime() - age * DAY_MS);
  return db.transaction(async (tx) => {
    const due = await takeDueProof(tx, { now, provenBefore: before(days), triedBefore: before(Math.min(days, 1)) });
    if (!due) return null;
    const { backupId, backupName, failedBefore, siteId, fqdn: title, partnerId, customerId } = due;
    const payload: ProofPayload = { backupId, backupName, again: true, failedBefore };
    const owner = { partnerId, customerId, userId: null };
    const id = await tasks.enqueue(tx, { kind: 'backup.prove', ...owner, resourceId: siteId, title, payload });
    await recordTask(tx, siteId, id);
    return id;
  });
}
