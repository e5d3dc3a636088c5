import { formatNumber, t, type CustomerAccount } from '@panel/core';
import { Badge, RelativeTime, ResourceName, Text } from '@panel/ui';
import { createdColumn, type Column } from '@panel/ui/data';
import { customerName, customerPath, customerState } from '@panel/resources/customer';
import { TagList } from '@panel/workload/bulk';

/** Says also when an invitation has expired. */
export const CustomerState = ({ customer }: { customer: CustomerAccount }) => {
  const { label, tone } = customerState(customer);
  return <Badge tone={tone}>{label}</Badge>;
};

export const customerColumns: readonly Column<CustomerAccount>[] = [
  {
    key: 'name',
    title: t('Customer'),
    sortable: true,
    render: (customer) => (
      <ResourceName icon="user" title={customerName(customer)} detail={customer.email} to={customerPath(customer.id)} />
    ),
  },
  { key: 'state', title: t('State'), width: '172px', render: (customer) => <CustomerState customer={customer} /> },
  {
    key: 'tags',
    title: t('Tags'),
    width: '172px',
    hideBelow: 'lg',
    render: ({ tags }) => <TagList tags={tags} />,
  },
  { key: 'sites', title: t('Sites'), align: 'end', width: '80px', render: ({ sites }) => formatNumber(sites) },
  {
    key: 'apps',
    title: t('Applications'),
    align: 'end',
    width: '116px',
    hideBelow: 'md',
    render: ({ apps }) => formatNumber(apps),
  },
  {
    key: 'last_sign_in_at',
    title: t('Last sign-in'),
    sortable: true,
    width: '140px',
    hideBelow: 'md',
    render: ({ last_sign_in_at: at }) => (at ? <RelativeTime at={at} /> : <Text tone="muted">{t('Never')}</Text>),
  },
  createdColumn,
];
