import { t, Trans } from '@panel/core';
import { useState, type ReactNode } from 'react';
import type { Backup } from '@panel/core';
import { Checkbox, ConfirmDialog, formatDate, RadioGroup, Stack } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { useRestoreBackup, type RestoredParts } from '@panel/resources/backup';

const PARTS = [
  { value: 'all', label: t('Files and database'), help: t('The whole site as it was.') },
  { value: 'files', label: t('Files only'), help: t('Posts, users and settings stay as they are now.') },
  { value: 'database', label: t('Database only'), help: t('Plugins, themes and uploads stay as they are now.') },
] as const satisfies { value: RestoredParts; label: string; help: string }[];

const APP_PARTS = [
  {
    value: 'all',
    label: t('Files and database'),
    help: t('The release and the rows that belong to it. All rows of now are replaced.'),
  },
  { value: 'files', label: t('Files only'), help: t('The database stays as it is now.') },
  { value: 'database', label: t('Database only'), help: t('The live release and the settings stay as they are now.') },
] as const satisfies { value: RestoredParts; label: string; help: string }[];

/** What a restore of an application replaces. */
function ReplacedOfApp({ backup, chosen }: { backup: Backup; chosen: RestoredParts }) {
  const parts = [(piece: ReactNode) => <strong className="p-break">{piece}</strong>];
  const values = { name: backup.name, created_at: formatDate(backup.created_at) };
  return (
    <Stack gap={3}>
      {chosen !== 'database' && (
        <p>
          <Trans
            id="The release of <0>{name}</0> of {created_at} is published, and the build settings and environment variables become those of the backup. The release that is live now stays in the list of builds."
            values={values}
            parts={parts}
          />
        </p>
      )}
      {chosen !== 'files' && backup.database && (
        <p>
          <Trans
            id="The whole database is replaced by that of <0>{name}</0> of {created_at}. Everything that was written since is removed from it."
            values={values}
            parts={parts}
          />
        </p>
      )}
      {!backup.database && <p>{t('This backup has no database. A database of the application stays as it is.')}</p>}
    </Stack>
  );
}

function Replaced({ backup }: Pick<Props, 'backup'>) {
  return (
    <p>
      <Trans
        id="The site is restored to <0>{name}</0> of {created_at}. Later changes to what you restore, such as posts, orders or comments, are removed from the site."
        values={{ name: backup.name, created_at: formatDate(backup.created_at) }}
        parts={[(piece: ReactNode) => <strong className="p-break">{piece}</strong>]}
      />
    </p>
  );
}

type Props = { backup: Backup; workload: Workload; onClose: () => void };

/** Describes what a restore replaces and what it backs up first. */
export function BackupRestoreDialog({ backup, workload, onClose }: Props) {
  const restore = useRestoreBackup(backup, onClose);
  const [parts, setParts] = useState<RestoredParts>('all');
  const [withoutBackup, setWithoutBackup] = useState(false);
  const isSite = workload.kind === 'site';
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
      {isSite ? <Replaced backup={backup} /> : <ReplacedOfApp backup={backup} chosen={parts} />}
      {(isSite || backup.database) && (
        <RadioGroup
          legend={t('What to restore')}
          options={isSite ? PARTS : APP_PARTS}
          value={parts}
          onChange={setParts}
        />
      )}
      <p>
        {withoutBackup
          ? byKind(
              workload,
              t('First we check the backup. You can’t go back to the site as it is now.'),
              parts === 'files' || !backup.database
                ? t('First we check the backup. The settings as they are now are not kept.')
                : t('First we check the backup. The database as it is now is not kept, and you can’t go back.'),
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
