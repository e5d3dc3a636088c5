import { t } from '@panel/core';
import type { RegistryChange } from '@panel/core';
import { RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';

/** The audit log. */
export const changeColumns: readonly Column<RegistryChange>[] = [
  { key: 'detail', title: t('What'), render: ({ detail }) => <Text className="p-break">{detail}</Text> },
  {
    key: 'by',
    title: t('Who'),
    width: '200px',
    render: ({ by }) => (
      <Text size="s" className="p-break">
        {by}
      </Text>
    ),
  },
  {
    key: 'action',
    title: t('Action'),
    width: '110px',
    hideBelow: 'md',
    render: ({ action }) => (
      <Text size="s" tone="soft">
        {action}
      </Text>
    ),
  },
  { key: 'created_at', title: t('When'), sortable: true, width: '132px', render: ({ at }) => <RelativeTime at={at} /> },
];
