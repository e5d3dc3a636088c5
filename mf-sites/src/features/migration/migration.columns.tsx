import { t } from '@panel/core';
import type { Migration } from '@panel/core';
import { ResourceName, StatusBadge, Text } from '@panel/ui';
import { createdColumn, statusColumn, type Column } from '@panel/ui/data';
import { migrationPath, sourceLabel, typeLabel } from '@panel/resources/migration';

export const migrationColumns: readonly Column<Migration>[] = [
  {
    key: 'fqdn',
    title: t('Migration'),
    sortable: true,
    render: (migration) => (
      <ResourceName
        icon="migration"
        title={sourceLabel(migration)}
        detail={migration.fqdn}
        to={migrationPath(migration.id)}
      />
    ),
  },
  { ...statusColumn, width: '196px', render: ({ status }) => <StatusBadge status={status} kind="migration" /> },
  {
    key: 'type',
    title: t('Type'),
    sortable: true,
    width: '112px',
    hideBelow: 'md',
    render: ({ type }) => <Text tone="soft">{typeLabel(type)}</Text>,
  },
  createdColumn,
];
