import { t } from '@panel/core';
import type { Backup } from '@panel/core';
import type { MenuItem } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { cannotCreateFrom, cannotDelete, cannotDownload, cannotProve, cannotRestore } from '@panel/resources/backup';

export const BACKUP_PANELS = ['restore', 'download', 'rename', 'delete'] as const;
export type BackupPanel = (typeof BACKUP_PANELS)[number];

/** The menu of one row; an action that is not possible shows the reason. */
export const backupActions = (
  backup: Backup,
  workload: Workload,
  open: (panel: BackupPanel, of: string) => void,
  {
    prove,
    create,
    files,
  }: {
    prove: (id: string) => void;
    create?: ((backup: Backup) => void) | undefined;
    files?: ((backup: Backup) => void) | undefined;
  },
): MenuItem[] => [
  {
    key: 'restore',
    label: t('Restore'),
    icon: 'refresh',
    onSelect: () => open('restore', backup.id),
    disabledReason: cannotRestore(backup, workload),
  },
  ...(files
    ? [
        {
          key: 'files',
          label: t('Browse files'),
          icon: 'server',
          onSelect: () => files(backup),
          disabledReason: cannotDownload(backup),
        } as const,
      ]
    : []),
  {
    key: 'download',
    label: t('Download'),
    icon: 'download',
    onSelect: () => open('download', backup.id),
    disabledReason: cannotDownload(backup),
  },
  {
    key: 'prove',
    label: t('Test restore'),
    icon: 'check-circle',
    onSelect: () => prove(backup.id),
    disabledReason: cannotProve(backup, workload),
  },
  ...(create
    ? [
        {
          key: 'create',
          label: t('Create a site from this backup'),
          icon: 'plus',
          onSelect: () => create(backup),
          disabledReason: cannotCreateFrom(backup),
        } as const,
      ]
    : []),
  { key: 'rename', label: t('Rename'), icon: 'edit', onSelect: () => open('rename', backup.id) },
  {
    key: 'delete',
    label: t('Delete'),
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => open('delete', backup.id),
    disabledReason: cannotDelete(workload),
  },
];
