import { t } from '@panel/core';
import type { Migration } from '@panel/core';
import { Button, formatBytes, Link, SidePanel, StatusBadge, Text } from '@panel/ui';
import { createdColumn, DataList, factOf } from '@panel/ui/data';
import { comparedLabel, typeLabel } from '@panel/resources/migration';

/** One customer's migration for staff. */
export const MigrationDetails = ({ migration, onClose }: { migration: Migration; onClose: () => void }) => (
  <SidePanel open title={migration.fqdn} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
    <DataList
      items={[
        { key: 'status', label: t('Status'), value: <StatusBadge status={migration.status} kind="migration" /> },
        migration.error !== null && { key: 'error', label: t('Reason'), value: migration.error },
        { key: 'customer', label: t('Customer'), value: migration.customer_email },
        { key: 'type', label: t('Type'), value: typeLabel(migration.type) },
        {
          key: 'from',
          label: t('Present address'),
          value: migration.source_url && (
            <Link href={migration.source_url} newTab>
              {migration.source_url}
            </Link>
          ),
        },
        migration.file_size !== null && {
          key: 'file',
          label: t('Backup'),
          value: `${migration.file_name}, ${formatBytes(migration.file_size)}`,
        },
        migration.sharingLink !== null && {
          key: 'link',
          label: t('Sharing link'),
          value: <Text className="p-break">{migration.sharingLink}</Text>,
        },
        migration.site_url !== null && {
          key: 'site',
          label: t('The copy'),
          value: (
            <Link href={migration.site_url} newTab>
              {migration.site_url}
            </Link>
          ),
        },
        migration.rehearsal !== null && {
          key: 'pages',
          label: t('Pages compared'),
          value: comparedLabel(migration.rehearsal),
        },
        factOf(createdColumn, migration),
      ]}
    />
  </SidePanel>
);
