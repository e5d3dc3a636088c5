import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, useListState, usePanelState, type PageContext } from '@panel/core';
import { ButtonLink, EmptyState, NoMatch, Page, Select } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { MIGRATION_LIST, migrationListQuery, NEW_MIGRATION_PATH, statusFilter } from '@panel/resources/migration';
import { MIGRATION_PANELS, migrationActions } from './migration.actions.ts';
import { migrationColumns } from './migration.columns.tsx';
import { MigrationPanels } from './migration-panels.tsx';

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(migrationListQuery(readListState(search, MIGRATION_LIST)));

const Start = () => (
  <ButtonLink kind="primary" icon="migration" to={NEW_MIGRATION_PATH}>
    Start migration
  </ButtonLink>
);

/** /migrations */
export function Component() {
  const { state, change, isFiltered } = useListState(MIGRATION_LIST);
  const { data: list, isFetching } = useSuspenseQuery(migrationListQuery(state));
  const { panel, of, open, close } = usePanelState(MIGRATION_PANELS);
  const isEmpty = list.totalCount === 0 && !isFiltered;
  return (
    <Page title="Migrations" actions={!isEmpty && <Start />}>
      <ResourceTable
        caption="Your migrations"
        columns={migrationColumns}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ id }) => id}
        rowLabel={({ fqdn }) => fqdn}
        rowActions={(migration) => migrationActions(migration, open)}
        search={{ label: 'Search migrations', value: state.keyword, onChange: (keyword) => change({ keyword }) }}
        filters={
          <Select {...statusFilter(state.filters['status'] ?? [], (status) => change({ filters: { status } }))} />
        }
        isFiltered={isFiltered}
        empty={
          <EmptyState
            icon="migration"
            preview
            title="No migrations yet"
            text="Move a site from another host: upload a backup of it, or give us a link to one. Your present site stays as it is."
            action={<Start />}
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '', filters: { status: [] } })} />}
      />
      <MigrationPanels panel={panel} migration={list.pageElements.find(({ id }) => id === of)} onClose={close} />
    </Page>
  );
}
