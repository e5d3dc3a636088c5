import { t } from '@panel/core';
import type { Backup } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { useDeleteBackup } from '@panel/resources/backup';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';

type Props = { backup: Backup; workload: Workload; onClose: () => void };

export function BackupDeleteDialog({ backup, workload, onClose }: Props) {
  const remove = useDeleteBackup(backup, onClose);
  return (
    <ConfirmDestroy
      open
      title={t('Delete backup')}
      name={backup.name}
      facts={{
        goes: [
          byKind(
            workload,
            t('The archive with all files and the database'),
            backup.database
              ? t('The archive with the release, its settings and the database')
              : t('The archive with the release and its settings'),
          ),
        ],
        stays: [byKind(workload, t('The site'), t('The application')), t('Its other backups')],
      }}
      confirmations={[]}
      confirmLabel={t('Delete backup')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
