import { HostingError, toHostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../http/errors.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import type { BackupType } from '../../db/schema/backup.table.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import { siteOf } from '../site/site-task-steps.ts';
import { recordTask } from '../site/site.repo.ts';
import { archiveKey, backupFolderKey, digestOfFile, digestOfStored, manifestKey, workFile } from './backup-archive.ts';
import { backupOfTask, deleteBackup, insertBackup, recordBackup, surplusBackups } from './backup.repo.ts';

/** The backup that a task makes. */
export type NewBackup = { type: BackupType; name: string };

const again = { times: 1, backoffSeconds: 2 };
const leaves = 'The site stays as it is. No backup is kept.';

/** The row of the backup that this task makes. */
async function ownBackup({ app, task }: StepContext) {
  const row = await backupOfTask(app.db, task.id);
  if (!row) throw new Error(`The backup of task ${task.id} is gone.`);
  return row;
}

/** The same, once its archive was measured. */
async function measured(context: StepContext) {
  const { size, sha256, ...row } = await ownBackup(context);
  if (size === null || sha256 === null) throw new Error(`The archive of task ${context.task.id} was not measured.`);
  return { ...row, size, sha256 };
}

const packStep: StepDefinition = {
  name: 'pack',
  title: 'Packing files and database',
  leaves,
  retry: again,
  async run(context) {
    const { app, task } = context;
    const { type, name } = task.payload as NewBackup;
    const site = await siteOf(context);
    // A schedule starts its task whatever the status of the site.
    if (site.status !== 'ready' && site.status !== 'processing') throw new PanelError('SITE_NOT_READY');
    const id = await app.db.transaction(async (tx) => {
      await recordTask(tx, site.id, task.id);
      return insertBackup(tx, { siteId: site.id, taskId: task.id, type, name });
    });
    await recordBackup(app.db, { id }, { status: 'running' });
    await app.hosting.snapshot(site.id, workFile(app, task.id, 'packed'));
  },
  check: ({ app, task }) => exists(workFile(app, task.id, 'packed')),
};

const storeStep: StepDefinition = {
  name: 'store',
  title: 'Storing the archive',
  leaves,
  retry: again,
  async run(context) {
    const { app, task, signal, note } = context;
    const file = workFile(app, task.id, 'packed');
    const digest = await digestOfFile(file, signal);
    const row = await ownBackup(context);
    await recordBackup(app.db, row, digest);
    const manifest = {
      format: 1,
      backup: row.id,
      site: row.siteId,
      fqdn: task.title,
      type: row.type,
      name: row.name,
      created_at: row.createdAt.toISOString(),
      ...digest,
    };
    try {
      await app.storage.put(archiveKey(row), { file });
      await app.storage.put(manifestKey(row), { text: `${JSON.stringify(manifest, null, 2)}\n` });
    } catch (error) {
      throw toHostingError(error, 'store the backup');
    }
    note(`${digest.size} bytes, SHA-256 ${digest.sha256}`);
  },
  async check(context) {
    const row = await measured(context);
    // The manifest is written last.
    const manifest = await context.app.storage.size(manifestKey(row));
    return manifest !== null && (await context.app.storage.size(archiveKey(row))) === row.size;
  },
};

const verifyStep: StepDefinition = {
  name: 'verify',
  title: 'Checking the stored archive',
  leaves,
  async run(context) {
    const { app, signal } = context;
    const row = await measured(context);
    const found = await digestOfStored(app, row, signal);
    if (found.size !== row.size || found.sha256 !== row.sha256)
      throw new HostingError(
        'INTEGRITY_MISMATCH',
        'The storage did not keep the archive as it was written. Back up the site again, or contact support.',
        { retryable: true, detail: `${app.storage.place}: ${JSON.stringify(found)}` },
      );
    await recordBackup(app.db, row, { status: 'succeeded', verifiedAt: app.clock.now() });
  },
  check: async (context) => (await ownBackup(context)).status === 'succeeded',
};

/** Makes the backup of a task: packed, stored, and read back. Its payload is a `NewBackup`. */
export const backupSteps: readonly StepDefinition[] = [packStep, storeStep, verifyStep];

/** Deletes the oldest backups of some types beyond a number, which all of them share. */
export function pruneStep(
  types: readonly BackupType[],
  keepOf: (context: StepContext) => Promise<number>,
): StepDefinition {
  const surplus = async (context: StepContext) =>
    surplusBackups(context.app.db, { siteId: context.task.resourceId, types, keep: await keepOf(context) });
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
