import { t } from '@panel/core';
import { Bytes, Inline, Link, RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { appBackupPath, appDatabasePath } from '@panel/resources/app';
import { engineLabel, type HostedDatabase } from '@panel/resources/database';

export const databaseColumns: readonly Column<HostedDatabase>[] = [
  {
    key: 'fqdn',
    title: t('Site or application'),
    sortable: true,
    render: ({ fqdn }) => <Text weight="medium">{fqdn}</Text>,
  },
  { key: 'engine', title: t('Engine'), render: engineLabel },
  { key: 'bytes', title: t('Size'), render: ({ bytes }) => (bytes === null ? '–' : <Bytes value={bytes} />) },
  {
    key: 'backup',
    title: t('Last backup'),
    render: ({ last_backup_at: at }) => (at ? <RelativeTime at={at} /> : t('Never')),
  },
  {
    key: 'created_at',
    title: t('Created'),
    sortable: true,
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    key: 'backups',
    title: t('More'),
    render: ({ id, owner }) =>
      owner === 'site' ? (
        <Link to={`/manage-site/backup/${id}`}>{t('Backups')}</Link>
      ) : (
        <Inline gap={3}>
          <Link to={appBackupPath(id)}>{t('Backups')}</Link>
          <Link to={appDatabasePath(id)}>{t('Credentials')}</Link>
        </Inline>
      ),
  },
];
