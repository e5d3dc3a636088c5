import { t, type App } from '@panel/core';
import { RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { typeLabel } from '@panel/resources/app';

export const appColumns: readonly Column<App>[] = [
  { key: 'name', title: t('Name'), sortable: true, render: ({ name }) => <Text weight="medium">{name}</Text> },
  { key: 'fqdn', title: t('Address'), sortable: true, render: ({ fqdn }) => fqdn },
  { key: 'type', title: t('Type'), sortable: true, hideBelow: 'md', render: ({ type }) => typeLabel(type) },
  { key: 'plan_type', title: t('Plan'), hideBelow: 'md', render: ({ plan_type }) => plan_type },
  {
    key: 'created_at',
    title: t('Created'),
    sortable: true,
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];
