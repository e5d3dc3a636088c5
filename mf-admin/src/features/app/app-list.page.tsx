import { t, type App } from '@panel/core';
import { EmptyState, lazyPanel, Link, ResourceName, Text } from '@panel/ui';
import { createdColumn, healthColumn, ListPage, prefetchList, type Column } from '@panel/ui/data';
import { APP_LIST, appName, typeLabel } from '@panel/resources/app';
import { customerPath } from '@panel/resources/customer';
import { APP_SOURCE, BulkCard, useAppList, withTags } from '@panel/workload/bulk';
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx';
import { ViewsMenu } from '../view/views-menu.tsx';

const TagsPanel = lazyPanel(async () => (await import('@panel/workload/bulk-panels')).TagsPanel);

const source = { ...APP_SOURCE, panels: ['tags'] } as const;
export const prefetch = prefetchList(source);

const COLUMNS: readonly Column<App>[] = [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: (app) => <ResourceName {...appName(app)} />,
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
export function Component() {
  const { bulk, shared } = useAppList<'tags'>(['deploy', 'license', 'move', 'tag', 'untag', 'delete']);
  return (
    <ListPage
      {...source}
      title={t('Applications')}
      subtitle={t('All applications of your customers.')}
      actions={({ state, change }) => <ViewsMenu list="apps" defaults={APP_LIST} state={state} change={change} />}
      caption={t('Applications of all customers')}
      columns={({ data }) => withTags(COLUMNS, data.pageElements)}
      {...shared}
      rowActions={({ id }, { open }) => [
        { key: 'tags', call: 'tag.save', label: t('Tags'), onSelect: () => open('tags', id) },
      ]}
      above={bulk.id && <BulkCard key={bulk.id} id={bulk.id} onClose={bulk.close} />}
      search={t('Search by address or name')}
      empty={() => (
        <EmptyState
          icon="apps"
          preview
          title={t('No applications yet')}
          text={t('Applications appear here when your customers create them.')}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {panel === 'tags' && chosen && <TagsPanel id={chosen.id} tags={chosen.tags} onClose={close} />}
          <BulkDialogs bulk={bulk} />
        </>
      )}
    </ListPage>
  );
}
