import type { ComponentProps } from 'react';
import { t } from '@panel/core';
import { ResourceName, RelativeTime, Stack, Text } from '@panel/ui';
import { diskColumn, type Column } from '@panel/ui/data';
import { timeLeft, type Binned } from '@panel/resources/bin';

const Deleted = ({ item: { deleted_at, deleted_by } }: { item: Binned }) => (
  <Stack gap={1}>
    <RelativeTime at={deleted_at} />
    {deleted_by && (
      <Text size="s" tone="muted" className="p-break">
        {t('by {name}', { name: deleted_by })}
      </Text>
    )}
  </Stack>
);

/** How long it can be restored; while it is being deleted, that. */
const Left = ({ item }: { item: Binned }) => (
  <Text tone={item.task_id ? 'muted' : 'soft'}>{item.task_id ? t('Being deleted') : timeLeft(item, Date.now())}</Text>
);

export type NameOf<T> = (item: T) => ComponentProps<typeof ResourceName>;

export const binColumns = <T extends Binned>(title: string, nameOf: NameOf<T>): readonly Column<T>[] => [
  { key: 'fqdn', title, sortable: true, render: (item) => <ResourceName {...nameOf(item)} /> },
  {
    key: 'deleted_at',
    title: t('Deleted'),
    sortable: true,
    width: '240px',
    render: (item) => <Deleted item={item} />,
  },
  { key: 'left', title: t('Time left'), width: '168px', render: (item) => <Left item={item} /> },
  { ...diskColumn, sortable: true },
];
