import { useMutation } from '@tanstack/react-query';
import {
  api,
  ApiError,
  calls,
  notify,
  type Backup,
  type BackupSchedule,
  type Site,
  type SiteFromBackupInput,
  t,
} from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import type { CreateOptions } from '../site/site.mutations.ts';
import { useMarkStale } from '../stale.ts';

/** Stale after a change of a backup: every list of them, and the site or application, which shows its task and its last backup. */
export const BACKUP_CHANGED = [calls.backup.key(), calls.app.key(), ...SITE_CHANGED];

const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Starts a backup of the site; a task makes it. A refusal is shown as a notification. */
export function useCreateBackup({ fqdn }: Pick<Site, 'fqdn'>) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: () => api.backup.create({ site_fqdn: fqdn }, { context: { failure: 'notice' } }),
    onSettled: refresh,
  });
}

/** Stops reporting that a site or an application was restored after its server was lost. */
export function useDismissRestored(siteId: string | null) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: async () => {
      if (siteId !== null) await api.backup.dismissRestored({ site_id: siteId }, { context: { failure: 'notice' } });
    },
    onSettled: refresh,
  });
}

/** Renaming does nothing if name or id is missing (spec §4). */
export function useRenameBackup({ id }: Pick<Backup, 'id'>) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: async ({ name, expected }: { name: string; expected: { name?: string } }) => {
      if (!id || !name) return;
      await api.backup.rename({ id, name, expected });
      said(t('Backup renamed.'));
    },
    onSuccess: refresh,
  });
}

/** Deletes the backup. One that another tab has deleted counts as deleted. */
export function useDeleteBackup({ id }: Pick<Backup, 'id'>, onDone: () => void) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: () =>
      api.backup.remove({ id }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: () => {
      said(t('Backup deleted.'));
      onDone();
      return refresh();
    },
  });
}

export type RestoredParts = 'all' | 'files' | 'database';

/** Starts the restore; a task backs up the present site first, unless its owner goes on without. */
export function useRestoreBackup({ id }: Pick<Backup, 'id'>, onDone: () => void) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: ({ parts, withoutBackup }: { parts: RestoredParts; withoutBackup: boolean }) =>
      api.backup.restore({
        id,
        restore_files: parts !== 'database',
        restore_db_files: parts !== 'files',
        without_backup: withoutBackup,
      }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** Starts a task that puts files of the backup back. */
export function useRestoreFiles(id: string, onDone: () => void) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: ({ paths, withoutBackup }: { paths: string[]; withoutBackup: boolean }) =>
      api.backup.restoreFiles({ id, paths, without_backup: withoutBackup }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** A signed address of the archive, which ends after an hour. */
export const useBackupDownload = ({ id }: Pick<Backup, 'id'>) =>
  useMutation({ mutationFn: () => api.backup.download({ id }) });

/** Schedules the backups of a site, or stops them. */
export function useSaveBackupSettings({ fqdn }: Pick<Site, 'fqdn'>) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: ({ expected, ...settings }: BackupSchedule & { expected: Partial<BackupSchedule> }) =>
      api.backup.saveSettings({ ...settings, site_fqdn: fqdn, expected }),
    onSuccess: () => {
      said(t('Backup schedule saved.'));
      return refresh();
    },
  });
}

/** Starts a restore beside the site, which shows whether the backup works. A refusal is shown as a notification. */
export function useProveBackup() {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: (id: string) => api.backup.prove({ id }, { context: { failure: 'notice' } }),
    onSettled: refresh,
  });
}

/** Creates a site from a backup; the response is immediate, the task continues. */
export function useCreateSiteFromBackup({ keyOf, onSettled }: CreateOptions<SiteFromBackupInput>) {
  const refresh = useMarkStale(BACKUP_CHANGED);
  return useMutation({
    mutationFn: (input: SiteFromBackupInput) =>
      api.backup.createSite(input, { context: { idempotencyKey: keyOf(input) } }),
    onSettled: (_task, error) => onSettled(error),
    onSuccess: refresh,
  });
}
