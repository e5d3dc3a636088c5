import { t, type Reseller } from '@panel/core';
import { Badge, formatBytes, ResourceName, Text } from '@panel/ui';
import { createdColumn, type Column } from '@panel/ui/data';
import { diskLimitOf, isUsedUp, RESELLER_STATE_LABELS, usedOf } from '@panel/resources/reseller';

type UseProps = { used: number; limit: number | null; format?: (value: number) => string };

/** What is used of a limit, marked once nothing is left. */
const Use = ({ used, limit, format }: UseProps) => (
  <Text {...(isUsedUp(used, limit) && { tone: 'danger', weight: 'medium' })}>{usedOf(used, limit, format)}</Text>
);

const State = ({ reseller }: { reseller: Reseller }) => {
  const { label, tone } = RESELLER_STATE_LABELS[reseller.state];
  return <Badge tone={tone}>{label}</Badge>;
};

export const resellerColumns: readonly Column<Reseller>[] = [
  {
    key: 'name',
    title: t('Partner'),
    sortable: true,
    render: ({ name, host }) => <ResourceName icon="users" title={name} detail={host} />,
  },
  { key: 'state', title: t('State'), width: '140px', render: (reseller) => <State reseller={reseller} /> },
  {
    key: 'customers',
    title: t('Customers'),
    align: 'end',
    width: '120px',
    render: ({ used, limits }) => <Use used={used.customers} limit={limits.customers} />,
  },
  {
    key: 'sites',
    title: t('Sites'),
    align: 'end',
    width: '120px',
    hideBelow: 'md',
    render: ({ used, limits }) => <Use used={used.sites} limit={limits.sites} />,
  },
  {
    key: 'disk',
    title: t('Disk'),
    align: 'end',
    width: '172px',
    hideBelow: 'md',
    render: (reseller) => <Use used={reseller.used.disk_bytes} limit={diskLimitOf(reseller)} format={formatBytes} />,
  },
  createdColumn,
];
