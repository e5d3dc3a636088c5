import { t } from '@panel/core';
import type { Migration } from '@panel/core';
import { RelativeTime, ResourceName, Stack, StatusBadge, Text } from '@panel/ui';
import { createdColumn, statusColumn, type Column } from '@panel/ui/data';
import { sourceLabel, typeLabel, waitingFor } from '@panel/resources/migration';

/** How long it waits already, and for whom. */
export const waitingColumn: Column<Pick<Migration, 'status' | 'created_at' | 'updated_at'>> = {
  key: 'waiting',
  title: t('Waiting'),
  width: '150px',
  hideBelow: 'lg',
  render: (migration) => {
    const waiting = waitingFor(migration);
    return waiting ? (
      <Stack gap={1}>
        <Text size="s">{waiting.whom}</Text>
        <RelativeTime at={waiting.since} />
      </Stack>
    ) : (
      <Text tone="muted">-</Text>
    );
  },
};

/** Staff can't open customers' pages: the name opens the details beside the list instead. */
export const migrationColumns = (hrefOf: (migration: Migration) => string): readonly Column<Migration>[] => [
  {
    key: 'fqdn',
    title: t('Migration'),
    sortable: true,
    render: (migration) => (
      <ResourceName icon="migration" title={sourceLabel(migration)} detail={migration.fqdn} to={hrefOf(migration)} />
    ),
  },
  {
    key: 'customer',
    title: t('Customer'),
    width: '240px',
    render: ({ customer_email }) => <Text truncate>{customer_email}</Text>,
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
  waitingColumn,
  createdColumn,
];
