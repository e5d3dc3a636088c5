import type { Backup } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { useDeleteBackup } from '@panel/resources/backup';

export function BackupDeleteDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const remove = useDeleteBackup(backup, onClose);
  return (
    <ConfirmDestroy
      open
      title="Delete backup"
      name={backup.name}
      facts={{ goes: ['The archive with all files and the database'], stays: ['The site', 'Its other backups'] }}
      confirmations={[]}
      confirmLabel="Delete backup"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
