import { useState } from 'react';
import { t, type BackupFile } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Checkbox, ConfirmDialog } from '@panel/ui';
import { useRestoreFiles } from '@panel/resources/backup';
import { shownName } from '@panel/resources/file';

/** Files that the dialog names. */
const SHOWN = 8;

type Props = { id: string; backup: string; name: string; files: readonly BackupFile[]; onClose: () => void };

/** Names what comes back, and what is backed up first. */
export function RestoreFilesDialog({ id, backup, name, files, onClose }: Props) {
  const navigate = useNavigate();
  const [withoutBackup, setWithoutBackup] = useState(false);
  const restore = useRestoreFiles(backup, () => void navigate(`/manage-site/backup/${id}`));
  return (
    <ConfirmDialog
      icon="refresh"
      title={t('Restore {count, plural, one {# entry} other {# entries}} from “{name}”', { count: files.length, name })}
      confirmLabel={t('Restore')}
      busy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate({ paths: files.map(({ path }) => path), withoutBackup })}
      onClose={onClose}
    >
      <ul>
        {files.slice(0, SHOWN).map(({ path, kind }) => (
          <li key={path}>
            <bdi className="p-break">{kind === 'folder' ? `${shownName(path)}/` : shownName(path)}</bdi>
          </li>
        ))}
        {files.length > SHOWN && <li>{t('{count} more', { count: files.length - SHOWN })}</li>}
      </ul>
      <p>{t('These files become as they were in the backup. Files that were added to a folder since then stay.')}</p>
      <p>
        {withoutBackup
          ? t('First we check the backup. You can’t go back to the site as it is now.')
          : t('First we check the backup and back up the site as it is now, so that you can go back.')}
      </p>
      <Checkbox
        label={t('Restore without backing up the site first')}
        help={t('For a site that can’t be backed up, for example because its database is damaged.')}
        checked={withoutBackup}
        onChange={setWithoutBackup}
      />
    </ConfirmDialog>
  );
}
