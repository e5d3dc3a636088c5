import type { Database } from '../../db/database.ts';
import type { BackupStatus } from '../../db/schema/backup.table.ts';
import { HostingError, toHostingError } from '../../hosting/hosting-error.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import {
  archiveKey,
  backupFolderKey,
  digestOfFile,
  digestOfStored,
  manifestKey,
  removeWork,
  workFile,
} from './backup-archive.ts';

/** The record of an archive in the storage. `workloadId` is its folder there. */
export type ArchiveRow = {
  id: string;
  workloadId: string;
  name: string;
  createdAt: Date;
  size: number | null;
  sha256: string | null;
  status: BackupStatus;
};
export type ArchiveFacts = Partial<Pick<ArchiveRow, 'size' | 'sha256' | 'status'>> & {
  verifiedAt?: Date;
  error?: string | null;
};

/** What tasks need to know about a kind of archive: backups or blueprints. */
export type ArchiveKind<Row extends ArchiveRow = ArchiveRow> = {
  /** The record of the archive that a task makes. */
  find(db: Database, taskId: string): Promise<Row | undefined>;
  record(db: Database, row: Row, facts: ArchiveFacts): Promise<void>;
  remove(db: Database, row: Row): Promise<void>;
  /** What its manifest has besides id, name, size and SHA-256. */
  manifest(row: Row, context: StepContext): Record<string, unknown>;
};

/** How one task makes its archive. */
export type Packing = {
  /** What people call it, e.g. `backup`. */
  what: 'backup' | 'blueprint';
  title: string;
  leaves: string;
  /** Writes the record, unless it is there. May be repeated. */
  begin?(context: StepContext): Promise<void>;
  pack(context: StepContext, toFile: string): Promise<void>;
};

const again = { times: 1, backoffSeconds: 2 };

/** The steps that make the archive of a task: packed, stored, and read back. */
export function archiveSteps<Row extends ArchiveRow>(
  kind: ArchiveKind<Row>,
  { what, title, leaves, begin, pack }: Packing,
): StepDefinition[] {
  const own = async ({ app, task }: StepContext): Promise<Row> => {
    const row = await kind.find(app.db, task.id);
    if (!row) throw new Error(`The ${what} of task ${task.id} is gone.`);
    return row;
  };
  /** The same, once its archive was measured. */
  const measured = async (context: StepContext) => {
    const row = await own(context);
    const { size, sha256 } = row;
    if (size === null || sha256 === null) throw new Error(`The archive of task ${context.task.id} was not measured.`);
    return { row, size, sha256 };
  };
  return [
    {
      name: 'pack',
      title,
      leaves,
      retry: again,
      async run(context) {
        const { app, task } = context;
        await begin?.(context);
        await kind.record(app.db, await own(context), { status: 'running' });
        await pack(context, workFile(app, task.id, 'packed'));
      },
      check: ({ app, task }) => exists(workFile(app, task.id, 'packed')),
    },
    {
      name: 'store',
      title: 'Storing the archive',
      leaves,
      retry: again,
      async run(context) {
        const { app, task, signal, note } = context;
        const file = workFile(app, task.id, 'packed');
        const digest = await digestOfFile(file, signal);
        const row = await own(context);
        await kind.record(app.db, row, digest);
        const { id, name, createdAt } = row;
        const manifest = {
          format: 1,
          [what]: id,
          ...kind.manifest(row, context),
          name,
          created_at: createdAt.toISOString(),
          ...digest,
        };
        try {
          await app.storage.put(archiveKey(row), { file });
          await app.storage.put(manifestKey(row), { text: `${JSON.stringify(manifest, null, 2)}\n` });
        } catch (error) {
          throw toHostingError(
            error,
            what === 'backup' ? 'We could not store the backup.' : 'We could not store the blueprint.',
          );
        }
        note(`${digest.size} bytes, SHA-256 ${digest.sha256}`);
      },
      async check(context) {
        const row = await own(context);
        // Killed before it was measured.
        if (row.size === null) return false;
        // The manifest is written last.
        const manifest = await context.app.storage.size(manifestKey(row));
        return manifest !== null && (await context.app.storage.size(archiveKey(row))) === row.size;
      },
    },
    {
      name: 'verify',
      title: 'Checking the stored archive',
      leaves,
      async run(context) {
        const { app, signal } = context;
        const { row, size, sha256 } = await measured(context);
        const found = await digestOfStored(app, row, signal);
        if (found.size !== size || found.sha256 !== sha256)
          throw new HostingError(
            'INTEGRITY_MISMATCH',
            'The storage did not keep the archive as it was written. Try again, or contact support.',
            { retryable: true, detail: `${app.storage.place}: ${JSON.stringify(found)}` },
          );
        await kind.record(app.db, row, { status: 'succeeded', verifiedAt: app.clock.now() });
      },
      check: async (context) => (await own(context)).status === 'succeeded',
    },
  ];
}

/** What the end of a task means for the archive that it makes. */
export function archiveEnd<Row extends ArchiveRow>(kind: ArchiveKind<Row>) {
  /** Discards what an unfinished archive left in the storage; otherwise it is removed with its record. */
  const clear = (tx: Database, { discard }: StepContext, row: Row): Promise<void> => discard(tx, backupFolderKey(row));
  const unfinished = async (tx: Database, { app, task }: StepContext): Promise<Row | undefined> => {
    await removeWork(app, task.id);
    const row = await kind.find(tx, task.id);
    return row?.status === 'succeeded' ? undefined : row;
  };
  return {
    async failed(tx: Database, context: StepContext, { message }: { message: string }): Promise<void> {
      const row = await unfinished(tx, context);
      if (!row) return;
      await kind.record(tx, row, { status: 'failed', error: message, size: null, sha256: null });
      await clear(tx, context, row);
    },
    async cancelled(tx: Database, context: StepContext): Promise<void> {
      const row = await unfinished(tx, context);
      if (!row) return;
      await kind.remove(tx, row);
      await clear(tx, context, row);
    },
  };
}
