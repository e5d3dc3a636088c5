import { t, type ListedTask, told } from '@panel/core';
import { Link, RelativeTime, Stack, StatusBadge, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { customerPath } from '@panel/resources/customer';

export const taskColumns: readonly Column<ListedTask>[] = [
  {
    key: 'label',
    title: t('Task'),
    render: ({ label, title, error }) => (
      <Stack gap={1}>
        <Text weight="medium">{told(label)}</Text>
        <Text size="s" tone="soft" className="p-break">
          {title}
        </Text>
        {error && (
          <Text size="s" tone="danger" className="p-break">
            {told(error)}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'status',
    title: t('Status'),
    width: '132px',
    render: ({ status }) => <StatusBadge kind="task" status={status} />,
  },
  {
    key: 'customer',
    title: t('Customer'),
    width: '240px',
    hideBelow: 'md',
    render: ({ customer }) =>
      customer ? (
        <Link to={customerPath(customer.id)} quiet>
          {customer.email}
        </Link>
      ) : (
        <Text tone="muted">-</Text>
      ),
  },
  {
    key: 'created_at',
    title: t('Requested'),
    sortable: true,
    width: '140px',
    render: ({ created_at: at }) => <RelativeTime at={at} />,
  },
];
