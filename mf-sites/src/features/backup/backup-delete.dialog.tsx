import { t } from '@panel/core';
import type { Backup } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { useDeleteBackup } from '@panel/resources/backup';

export function BackupDeleteDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const remove = useDeleteBackup(backup, onClose);
  return (
    <ConfirmDestroy
      open
      title={t('Delete backup')}
      name={backup.name}
      facts={{
        goes: [t('The archive with all files and the database')],
        stays: [t('The site'), t('Its other backups')],
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
