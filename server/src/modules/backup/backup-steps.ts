import { BACKUP_TYPES } from '@panel/contract/status';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import * as v from 'valibot';
import { HostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { BackupType } from '../../db/schema/backup.table.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { recordTask } from '../site/site.repo.ts';
import { archiveSteps } from './archive-steps.ts';
import { backupFolderKey } from './backup-archive.ts';
import { BACKUPS } from './backup-end.ts';
import { packWorkload } from './pack-workload.ts';
import { whyNotDue } from './why-not-due.ts';
import { deleteBackup, insertBackup, surplusBackups } from './backup.repo.ts';

/** The backup that a task makes. `statusBefore`: that of a site which was not ready when the task was started. */
/** The fields of a backup that a task makes, for the payloads of all such tasks. */
export const NEW_BACKUP = {
  type: v.picklist(BACKUP_TYPES),
  name: v.string(),
  statusBefore: v.exactOptional(v.literal('failed')),
};
export const NewBackup = definePayload(v.object(NEW_BACKUP));
export type NewBackup = PayloadOf<typeof NewBackup>;

/** Makes the backup of a task: packed, stored, and read back. Its payload is a `NewBackup`. */
export const backupSteps: readonly StepDefinition[] = archiveSteps(BACKUPS, {
  what: 'backup',
  title: 'Packing files and database',
  leaves: 'The site stays as it is. No backup is kept.',
  async begin(context) {
    const { app, task } = context;
    const { type, name } = NewBackup.of(task.payload);
    const site = await siteOf(context);
    // A schedule starts its task whatever the status of the site.
    if (site.status !== 'ready' && site.status !== 'processing') throw new PanelError('SITE_NOT_READY');
    const reason = type === 'daily' || type === 'weekly' ? await whyNotDue(app, site) : null;
    if (reason !== null) throw new HostingError('LIMIT', reason, { retryable: false });
    await app.db.transaction(async (tx) => {
      // A task on its live or staging site may read this one, as a backup does, and keeps it from changes.
      if (site.taskId === null) await recordTask(tx, site.id, task.id);
      await insertBackup(tx, { workloadId: site.id, taskId: task.id, type, name });
    });
  },
  pack: packWorkload,
});

/** The backup that a task restores, if it restores one. */
const Chosen = definePayload(v.object({ backupId: v.optional(v.string()) }));

/** Deletes the oldest backups of some types beyond a number, which all of them share; not the one that the task restores. */
export function pruneStep(
  types: readonly BackupType[],
  keepOf: (context: StepContext) => Promise<number>,
): StepDefinition {
  const surplus = async (context: StepContext) =>
    surplusBackups(context.app.db, {
      ...{ siteId: context.task.resourceId, types, keep: await keepOf(context) },
      except: Chosen.of(context.task.payload).backupId,
    });
  return {
    name: 'prune',
    title: 'Deleting old backups',
    leaves: 'The new backup stays.',
    async run(context) {
      for (const row of await surplus(context)) {
        await context.app.storage.removeFolder(backupFolderKey(row));
        await deleteBackup(context.app.db, row);
        context.note(`“${row.name}” of ${row.createdAt.toISOString()} is deleted`);
      }
    },
    check: async (context) => (await surplus(context)).length === 0,
  };
}
