import * as v from 'valibot';
import { definePayload } from '../../tasks/payload.ts';
import type { ErrorCode } from '@panel/contract';
import { rename } from 'node:fs/promises';
import { HostingError, toHostingError } from '../../hosting/hosting-error.ts';
import { exists } from '../../hosting/runtime/wordpress-source.ts';
import { PanelError } from '../../kernel/errors.ts';
import { StorageError } from '../../storage/storage.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import type { ArchiveFacts, ArchiveRow } from './archive-steps.ts';
import { fetchStored, workFile } from './backup-archive.ts';
import { recordBackup, taskBackup } from './backup.repo.ts';

const ChosenBackup = definePayload(v.object({ backupId: v.string() }));

/** Why an archive cannot be used any more, and where it is damaged, if that can be seen. */
const damageText = (files: readonly string[]): string =>
  `The archive is damaged: it is not what was stored.${files.length > 0 ? ` Damaged: ${files.join(', ')}.` : ''}`;
type What = 'backup' | 'blueprint';

/** The record stays as it is: a storage that is not mounted has no archives either. */
export const notThere = (what: What, error: StorageError) =>
  new HostingError(
    'COMMAND_FAILED',
    what === 'backup'
      ? 'The storage does not have the archive of this backup now. Try again later, choose another backup, or contact support.'
      : 'The storage does not have the archive of this blueprint now. Try again later, choose another blueprint, or contact support.',
    { retryable: true, detail: error.message },
  );

/** Only an archive with the recorded SHA-256 gets this name. */
export const fetched = ({ app, task }: StepContext): string => workFile(app, task.id, 'fetched');

type Fetching<Row extends ArchiveRow> = {
  /** What people call it, e.g. `backup`. */
  what: What;
  /** What cancelling leaves behind. */
  leaves?: string;
  /** The record of the archive that the task needs. */
  row(context: StepContext): Promise<Row | undefined>;
  record(context: StepContext, row: Row, facts: ArchiveFacts): Promise<void>;
  codes: { notComplete: ErrorCode; damaged: ErrorCode };
};

/** Copies an archive of the storage to a file, and compares its SHA-256. */
export const fetchArchive = <Row extends ArchiveRow>({
  what,
  leaves,
  row: rowOf,
  record,
  codes,
}: Fetching<Row>): StepDefinition => ({
  name: 'fetch',
  title: 'Checking the archive',
  ...(leaves !== undefined && { leaves }),
  async run(context) {
    const { app, task, signal } = context;
    const row = await rowOf(context);
    if (row?.status !== 'succeeded') throw new PanelError(codes.notComplete);
    const part = `${fetched(context)}.part`;
    const found = await fetchStored(app, row, part, signal).catch((error: unknown) => {
      if (error instanceof StorageError && error.code === 'MISSING') throw notThere(what, error);
      throw toHostingError(
        error,
        what === 'backup' ? 'We could not read the backup.' : 'We could not read the blueprint.',
      );
    });
    if (found.sha256 !== row.sha256 || found.size !== row.size) {
      // First, because looking for the damage may take long, and the archive must not be offered meanwhile.
      await record(context, row, { status: 'failed', error: damageText([]) });
      const files = await app.hosting.damagedFiles(task.resourceId, part).catch((error: unknown) => {
        app.log.warn({ err: error, taskId: task.id }, 'a damaged archive could not be examined');
        return [];
      });
      if (files.length > 0) await record(context, row, { status: 'failed', error: damageText(files) });
      throw new PanelError(codes.damaged, files.length > 0 ? { files: ` (${files.join(', ')})` } : {});
    }
    await record(context, row, { verifiedAt: app.clock.now() });
    await rename(part, fetched(context));
  },
  check: (context) => exists(fetched(context)),
});

/** The archive of the task's backup (`backupId` of the payload). */
export const fetchStep: StepDefinition = fetchArchive({
  what: 'backup',
  leaves: 'The site stays as it is.',
  row: ({ app, task }) => taskBackup(app.db, ChosenBackup.of(task.payload).backupId),
  // A damaged archive proves nothing any more.
  record: ({ app }, row, facts) =>
    recordBackup(app.db, row, facts.status === 'failed' ? { ...facts, proof: null, proofMissed: null } : facts),
  codes: { notComplete: 'BACKUP_NOT_COMPLETE', damaged: 'BACKUP_DAMAGED' },
});
