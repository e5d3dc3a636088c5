import { t } from '@panel/core';
import { EmptyState, Select } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { MIGRATION_LIST, migrationListQuery, statusFilter } from '@panel/resources/migration';
import { MIGRATION_PANELS, migrationActions } from './migration.actions.ts';
import { migrationColumns } from './migration.columns.tsx';
import { MigrationPanels } from './migration-panels.tsx';

const source = { list: MIGRATION_LIST, query: migrationListQuery };
export const prefetch = prefetchList(source);

/** /admin/migration: all migrations of the partner. */
export const Component = () => (
  <ListPage
    {...source}
    title={t('Migrations')}
    subtitle={t('Sites that your customers want to move here.')}
    caption={t('Migrations of all customers')}
    columns={({ hrefOf }) => migrationColumns(({ id }) => hrefOf('details', id))}
    rowKey={({ id }) => id}
    rowLabel={({ fqdn }) => fqdn}
    panels={MIGRATION_PANELS}
    rowActions={(migration, { open }) => migrationActions(migration, open)}
    search={t('Search by address or customer')}
    filters={({ state, change }) => (
      <Select {...statusFilter(state.filters['status'] ?? [], (status) => change({ filters: { status } }))} />
    )}
    empty={() => (
      <EmptyState
        icon="migration"
        preview
        title={t('No migrations yet')}
        text={t('Migrations appear here when your customers request them.')}
      />
    )}
  >
    {({ panel, chosen, close }) => <MigrationPanels panel={panel} migration={chosen} onClose={close} />}
  </ListPage>
);
