import { t } from '@panel/core';
import { BackupName } from '@panel/contract/schemas';
import type { Backup } from '@panel/core';
import { RenamePanel } from '@panel/ui/form';
import { useRenameBackup } from '@panel/resources/backup';

export function BackupRenamePanel({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { mutateAsync: rename } = useRenameBackup(backup);
  return (
    <RenamePanel
      title={t('Rename backup')}
      name={backup.name}
      schema={BackupName}
      onRename={rename}
      onClose={onClose}
    />
  );
}
