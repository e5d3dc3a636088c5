import type { Backup } from '@panel/core';
import { lazyPanel } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { cannotDelete, cannotDownload, cannotRestore } from '@panel/resources/backup';
import type { BackupPanel } from './backup.actions.ts';

// The list is opened more often than its panels.
const RestoreDialog = lazyPanel(async () => (await import('./backup-restore.dialog.tsx')).BackupRestoreDialog);
const DownloadDialog = lazyPanel(async () => (await import('./backup-download.dialog.tsx')).BackupDownloadDialog);
const RenamePanel = lazyPanel(async () => (await import('./backup-rename.panel.tsx')).BackupRenamePanel);
const DeleteDialog = lazyPanel(async () => (await import('./backup-delete.dialog.tsx')).BackupDeleteDialog);

type Props = { panel: BackupPanel | null; workload: Workload; backup: Backup | undefined; onClose: () => void };

/** The panel in the address. One with an action that is not possible opens nothing. */
export function BackupPanels({ panel, workload, backup, onClose }: Props) {
  if (!backup) return null;
  const open = { backup, onClose };
  if (panel === 'restore' && !cannotRestore(backup, workload)) return <RestoreDialog {...open} workload={workload} />;
  if (panel === 'download' && !cannotDownload(backup)) return <DownloadDialog {...open} />;
  if (panel === 'rename') return <RenamePanel {...open} />;
  if (panel === 'delete' && !cannotDelete(workload)) return <DeleteDialog {...open} workload={workload} />;
  return null;
}
