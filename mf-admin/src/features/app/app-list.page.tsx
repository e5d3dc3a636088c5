import { t, type App } from '@panel/core';
import { EmptyState, Link, ResourceName, Select, Text } from '@panel/ui';
import { createdColumn, healthColumn, ListPage, prefetchList, type Column } from '@panel/ui/data';
import { APP_LIST, appListQuery, typeLabel } from '@panel/resources/app';
import { customerPath } from '@panel/resources/customer';
import { healthFilter } from '@panel/resources/workload';
import { ViewsMenu } from '../view/views-menu.tsx';

const source = { list: APP_LIST, query: appListQuery } as const;
export const prefetch = prefetchList(source);

const COLUMNS: readonly Column<App>[] = [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: ({ name, fqdn }) => <ResourceName icon="apps" title={name} detail={fqdn} />,
  },
  { ...healthColumn, sortable: false },
  {
    key: 'customer',
    title: t('Customer'),
    width: '240px',
    render: ({ customer_id: id, customer_email: email }) =>
      id && email ? (
        <Link to={customerPath(id)} quiet>
          {email}
        </Link>
      ) : (
        <Text tone="muted">-</Text>
      ),
  },
  { key: 'type', title: t('Type'), sortable: true, width: '132px', hideBelow: 'md', render: typeLabel },
  createdColumn,
];

/** /admin/apps: all applications of the partner. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Applications')}
    subtitle={t('All applications of your customers.')}
    actions={({ state, change }) => <ViewsMenu list="apps" defaults={APP_LIST} state={state} change={change} />}
    caption={t('Applications of all customers')}
    columns={COLUMNS}
    rowKey={({ id }) => id}
    rowLabel={({ name }) => name}
    search={t('Search by address or name')}
    filters={({ state, change }) => (
      <Select {...healthFilter(state.filters['health'] ?? [], (health) => change({ filters: { health } }))} />
    )}
    empty={() => (
      <EmptyState
        icon="apps"
        preview
        title={t('No applications yet')}
        text={t('Applications appear here when your customers create them.')}
      />
    )}
  />
);
