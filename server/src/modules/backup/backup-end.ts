import type { Database } from '../../db/database.ts';
import type { StepContext, TaskError } from '../../tasks/task-kind.ts';
import { backupFolderKey, removeWork } from './backup-archive.ts';
import { backupOfTask, deleteBackup, recordBackup } from './backup.repo.ts';

export const backupLink = (siteId: string): string => `/manage-site/backup/${siteId}`;

/** Removes what an unfinished backup left in the storage; otherwise it is removed with its row. */
async function clearStored({ app }: StepContext, row: { id: string; siteId: string }): Promise<void> {
  await app.storage
    .removeFolder(backupFolderKey(row))
    .catch((error: unknown) => app.log.warn({ err: error, backupId: row.id }, 'an unfinished backup was not removed'));
}

/** What the end of a task means for the backup that it makes. */
export const backupEnd = {
  async failed(tx: Database, context: StepContext, error: TaskError): Promise<void> {
    await removeWork(context.app, context.task.id);
    const row = await backupOfTask(tx, context.task.id);
    if (!row || row.status === 'succeeded') return;
    await recordBackup(tx, row, { status: 'failed', error: error.message, size: null, sha256: null });
    await clearStored(context, row);
  },
  async cancelled(tx: Database, context: StepContext): Promise<void> {
    await removeWork(context.app, context.task.id);
    const row = await backupOfTask(tx, context.task.id);
    if (!row || row.status === 'succeeded') return;
    await deleteBackup(tx, row);
    await clearStored(context, row);
  },
};
