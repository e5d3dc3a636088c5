import { t, Trans } from '@panel/core';
import { useState, type ReactNode } from 'react';
import type { Backup } from '@panel/core';
import { Checkbox, ConfirmDialog, formatDate, RadioGroup } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { useRestoreBackup, type RestoredParts } from '@panel/resources/backup';

const PARTS = [
  { value: 'all', label: t('Files and database'), help: t('The whole site as it was.') },
  { value: 'files', label: t('Files only'), help: t('Posts, users and settings stay as they are now.') },
  { value: 'database', label: t('Database only'), help: t('Plugins, themes and uploads stay as they are now.') },
] as const satisfies { value: RestoredParts; label: string; help: string }[];

function Replaced({ backup, workload }: Pick<Props, 'backup' | 'workload'>) {
  const parts = [(piece: ReactNode) => <strong className="p-break">{piece}</strong>];
  return workload.kind === 'site' ? (
    <Trans
      id="The site is restored to <0>{name}</0> of {created_at}. Later changes to what you restore, such as posts, orders or comments, are removed from the site."
      values={{ name: backup.name, created_at: formatDate(backup.created_at) }}
      parts={parts}
    />
  ) : (
    <Trans
      id="The release of <0>{name}</0> of {created_at} is published, and the build settings and environment variables become those of the backup. The release that is live now stays in the list of builds."
      values={{ name: backup.name, created_at: formatDate(backup.created_at) }}
      parts={parts}
    />
  );
}

type Props = { backup: Backup; workload: Workload; onClose: () => void };

/** Describes what a restore replaces and what it backs up first. */
export function BackupRestoreDialog({ backup, workload, onClose }: Props) {
  const restore = useRestoreBackup(backup, onClose);
  const [parts, setParts] = useState<RestoredParts>('all');
  const [withoutBackup, setWithoutBackup] = useState(false);
  return (
    <ConfirmDialog
      icon="refresh"
      title={t('Restore {site_fqdn}', { site_fqdn: backup.site_fqdn })}
      confirmLabel={t('Restore')}
      busy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate({ parts, withoutBackup })}
      onClose={onClose}
    >
      <p>
        <Replaced backup={backup} workload={workload} />
      </p>
      {workload.kind === 'site' && (
        <RadioGroup legend={t('What to restore')} options={PARTS} value={parts} onChange={setParts} />
      )}
      <p>
        {withoutBackup
          ? byKind(
              workload,
              t('First we check the backup. You can’t go back to the site as it is now.'),
              t('First we check the backup. The settings as they are now are not kept.'),
            )
          : byKind(
              workload,
              t('First we check the backup and back up the site as it is now, so that you can go back.'),
              t('First we check the backup and back up the application as it is now, so that you can go back.'),
            )}
      </p>
      <Checkbox
        label={byKind(
          workload,
          t('Restore without backing up the site first'),
          t('Restore without backing up the application first'),
        )}
        help={byKind(
          workload,
          t('For a site that can’t be backed up, for example because its database is damaged.'),
          t('For an application that can’t be backed up.'),
        )}
        checked={withoutBackup}
        onChange={setWithoutBackup}
      />
    </ConfirmDialog>
  );
}
