import type { RegistryChange } from '@panel/core';
import { RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';

/** The audit log. */
export const changeColumns: readonly Column<RegistryChange>[] = [
  { key: 'detail', title: 'What', render: ({ detail }) => <Text className="p-break">{detail}</Text> },
  {
    key: 'by',
    title: 'Who',
    width: '200px',
    render: ({ by }) => (
      <Text size="s" className="p-break">
        {by}
      </Text>
    ),
  },
  {
    key: 'action',
    title: 'Action',
    width: '110px',
    hideBelow: 'md',
    render: ({ action }) => (
      <Text size="s" tone="soft">
        {action}
      </Text>
    ),
  },
  { key: 'created_at', title: 'When', sortable: true, width: '132px', render: ({ at }) => <RelativeTime at={at} /> },
];
