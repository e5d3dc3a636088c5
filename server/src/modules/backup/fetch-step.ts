import { rename } from 'node:fs/promises';
import { toHostingError } from '../../hosting/hosting-error.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import { PanelError } from '../../http/errors.ts';
import { StorageError } from '../../storage/storage.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { fetchStored, workFile } from './backup-archive.ts';
import { recordBackup, taskBackup } from './backup.repo.ts';

const DAMAGED = 'The archive is damaged: it is not what was stored.';
/** Only an archive with the recorded SHA-256 gets this name. */
export const fetched = ({ app, task }: StepContext): string => workFile(app, task.id, 'fetched');

/** Copies the archive of the task's backup (`backupId` of the payload) to a file, and compares its SHA-256. */
export const fetchStep: StepDefinition = {
  name: 'fetch',
  title: 'Checking the archive',
  leaves: 'The site stays as it is.',
  async run(context) {
    const { app, task, signal } = context;
    const row = await taskBackup(app.db, (task.payload as { backupId: string }).backupId);
    if (row?.status !== 'succeeded') throw new PanelError('BACKUP_NOT_COMPLETE');
    const part = `${fetched(context)}.part`;
    const found = await fetchStored(app, row, part, signal).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === 'MISSING') return null;
      throw toHostingError(error, 'read the backup');
    });
    if (found?.sha256 !== row.sha256 || found?.size !== row.size) {
      await recordBackup(app.db, row, { status: 'failed', error: DAMAGED, proof: null });
      throw new PanelError('BACKUP_DAMAGED');
    }
    await recordBackup(app.db, row, { verifiedAt: app.clock.now() });
    await rename(part, fetched(context));
  },
  check: (context) => exists(fetched(context)),
};
