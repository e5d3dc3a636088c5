import { t } from '@panel/core';
import type { Migration } from '@panel/core';
import { Card, CopyText, formatBytes, Link, RelativeTime, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { isMoving, typeLabel } from '@panel/resources/migration';
import { overviewPath } from '@panel/resources/site';

/** Where the site comes from, where it goes, and the token for the plugin. */
export function MigrationFacts({ migration }: { migration: Migration }) {
  const { type, source_url, sharingLink, file_name, file_size, fqdn, site_id, site_url, token, created_at } = migration;
  return (
    <Card title={t('Details')}>
      <DataList
        columns={2}
        items={[
          { key: 'type', label: t('Type'), value: typeLabel(type) },
          {
            key: 'from',
            label: t('Present address'),
            value: source_url && (
              <Link href={source_url} newTab>
                {source_url}
              </Link>
            ),
          },
          { key: 'to', label: t('New address'), value: fqdn },
          file_size !== null && { key: 'file', label: t('Backup'), value: `${file_name}, ${formatBytes(file_size)}` },
          sharingLink !== null && {
            key: 'link',
            label: t('Sharing link'),
            value: <Text className="p-break">{sharingLink}</Text>,
          },
          site_id !== null && {
            key: 'site',
            label: t('Site'),
            value: <Link to={overviewPath(site_id)}>{site_url}</Link>,
          },
          { key: 'created', label: t('Requested'), value: <RelativeTime at={created_at} /> },
          type === 'plugin' &&
            isMoving(migration) && {
              key: 'token',
              label: t('Token for the migration plugin'),
              value: <CopyText text={token} label={t('Copy token')} />,
            },
        ]}
      />
    </Card>
  );
}
