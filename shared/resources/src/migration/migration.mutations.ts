import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, calls, notify, type Migration, type MigrationInput, t } from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { useMarkStale } from '../stale.ts';
import { followTask } from '../task/follow-task.ts';
import { useUpload } from '../upload/use-upload.ts';

/** Stale after a change of a migration: every list and page of migrations. */
export const MIGRATION_CHANGED = [calls.migration.list.key(), calls.migration.byId.key()];

const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

type Request = { input: MigrationInput; file: File | null };
type Attempt = { keyOf: (content: object) => string; onSettled: (error: Error | null) => void };

/** Requests a migration; a backup comes with its file. `keyOf`: the same content has the same key until it is settled. */
export function useCreateMigration({ keyOf, onSettled }: Attempt) {
  const refresh = useMarkStale(MIGRATION_CHANGED);
  const upload = useUpload();
  const mutation = useMutation({
    mutationFn: ({ input, file }: Request) => {
      const idempotencyKey = keyOf({ input, file: file && [file.name, file.size, file.lastModified] });
      const context = { idempotencyKey } as const;
      const migration = JSON.stringify(input);
      if (!file) return api.migration.create({ migration }, { context });
      return upload.run(({ signal, upload: sending }) =>
        api.migration.create({ migration, backupZipFile: file }, { signal, context: { ...context, upload: sending } }),
      );
    },
    onSettled: (_answer, error) => onSettled(error),
    onSuccess: refresh,
  });
  return { ...mutation, percent: upload.percent, cancel: upload.cancel };
}

type Move = {
  status: 'inprogress' | 'cancelled' | 'ready' | 'failed';
  carry?: boolean;
  reason?: string;
  /** A newer backup, which is stored before the copy is moved to its address. */
  file?: File | null;
};

/** Moves a migration on. `onDone` runs before the list is reloaded: the new rows may unmount the dialog. */
export function useMoveMigration({ id }: Pick<Migration, 'id'>, onDone: () => void) {
  const cache = useQueryClient();
  const refresh = useMarkStale([...MIGRATION_CHANGED, ...SITE_CHANGED]);
  const upload = useUpload();
  const mutation = useMutation({
    mutationFn: async ({ file, ...move }: Move) => {
      if (file)
        await upload.run(({ signal, upload: sending }) =>
          api.migration.uploadArchive({ id, backupZipFile: file }, { signal, context: { upload: sending } }),
        );
      return api.migration.updateStatus({ id, ...move });
    },
    onSuccess: ({ data }, { status }) => {
      onDone();
      // Its status does not change before the task has ended, so no list would look again.
      if (status === 'ready' && data.task_id) void followTask(cache, data.task_id).then(refresh);
      return refresh();
    },
  });
  return { ...mutation, percent: upload.percent, cancel: upload.cancel };
}

/** Changes the address that the site gets. */
export function useChangeAddress({ id }: Pick<Migration, 'id'>) {
  const refresh = useMarkStale(MIGRATION_CHANGED);
  return useMutation({
    mutationFn: (input: { fqdn: string; expected: { fqdn: string } }) => api.migration.update({ id, ...input }),
    onSuccess: () => {
      said(t('Migration saved.'));
      return refresh();
    },
  });
}

/** Starts a new migration with what a failed one had. */
export function useRetryMigration({ id }: Pick<Migration, 'id'>, onStarted: (next: string) => void) {
  const refresh = useMarkStale(MIGRATION_CHANGED);
  return useMutation({
    mutationFn: () => api.migration.retry({ id }, { context: { failure: 'notice' } }),
    onSuccess: ({ data }) => {
      onStarted(data.id);
      return refresh();
    },
  });
}

/** Deletes the migration; one that is gone already counts as deleted. */
export function useDeleteMigration({ id }: Pick<Migration, 'id'>, onDone: () => void) {
  const refresh = useMarkStale(MIGRATION_CHANGED);
  return useMutation({
    mutationFn: () => api.migration.remove({ id }),
    onSuccess: () => {
      said(t('Migration deleted.'));
      onDone();
      return refresh();
    },
  });
}
