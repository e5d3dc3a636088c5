import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, useListState, usePanelState, type PageContext } from '@panel/core';
import { EmptyState, NoMatch, Page, Select } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { MIGRATION_LIST, migrationListQuery, statusFilter } from '@panel/resources/migration';
import { MIGRATION_PANELS, migrationActions } from './migration.actions.ts';
import { migrationColumns } from './migration.columns.tsx';
import { MigrationPanels } from './migration-panels.tsx';

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(migrationListQuery(readListState(search, MIGRATION_LIST)));

/** /admin/migration: all migrations of the partner. */
export function Component() {
  const { state, change, isFiltered } = useListState(MIGRATION_LIST);
  const { data: list, isFetching } = useSuspenseQuery(migrationListQuery(state));
  const { panel, of, open, close, hrefOf } = usePanelState(MIGRATION_PANELS);
  return (
    <Page title="Migrations" subtitle="Sites that your customers want to move here.">
      <ResourceTable
        caption="Migrations of all customers"
        columns={migrationColumns(({ id }) => hrefOf('details', id))}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ id }) => id}
        rowLabel={({ fqdn }) => fqdn}
        rowActions={(migration) => migrationActions(migration, open)}
        search={{
          label: 'Search by address or customer',
          value: state.keyword,
          onChange: (keyword) => change({ keyword }),
        }}
        filters={
          <Select {...statusFilter(state.filters['status'] ?? [], (status) => change({ filters: { status } }))} />
        }
        isFiltered={isFiltered}
        empty={
          <EmptyState
            icon="migration"
            preview
            title="No migrations yet"
            text="Migrations appear here when your customers request them."
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '', filters: { status: [] } })} />}
      />
      <MigrationPanels panel={panel} migration={list.pageElements.find(({ id }) => id === of)} onClose={close} />
    </Page>
  );
}
