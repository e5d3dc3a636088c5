import { t } from '@panel/core';
import type { Blueprint } from '@panel/core';
import { Badge, StatusBadge, Text } from '@panel/ui';
import { createdColumn, statusColumn, type Column } from '@panel/ui/data';
import { contentsLabel } from '@panel/resources/blueprint';

export const blueprintColumns: readonly Column<Blueprint>[] = [
  {
    key: 'name',
    title: t('Blueprint'),
    sortable: true,
    render: ({ name }) => (
      <Text weight="medium" className="p-break">
        {name}
      </Text>
    ),
  },
  {
    key: 'site',
    title: t('Made from'),
    hideBelow: 'md',
    render: ({ site_fqdn }) => <Text className="p-break">{site_fqdn}</Text>,
  },
  {
    key: 'owner',
    title: t('Belongs to'),
    width: '140px',
    render: ({ is_partners }) => <Text tone="soft">{is_partners ? t('You') : t('A customer')}</Text>,
  },
  {
    key: 'offered',
    title: t('Offered'),
    width: '132px',
    render: ({ is_offered }) =>
      is_offered ? <Badge tone="accent">{t('All customers')}</Badge> : <Text tone="soft">{t('No')}</Text>,
  },
  { ...statusColumn, sortable: false, render: ({ status }) => <StatusBadge status={status} kind="task" /> },
  {
    key: 'contents',
    title: t('Contains'),
    width: '220px',
    hideBelow: 'lg',
    render: (blueprint) => <Text tone="soft">{contentsLabel(blueprint)}</Text>,
  },
  createdColumn,
];
