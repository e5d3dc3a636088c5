import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, readListState, useListState, type PageContext } from '@panel/core';
import { EmptyState, NoMatch, Page } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { APP_LIST, appListQuery } from '@panel/resources/app';
import { appColumns } from './app.columns.tsx';

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(appListQuery(readListState(search, APP_LIST)));

/** /apps: the applications of the account. This version cannot create one. */
export function Component() {
  const { state, change, isFiltered } = useListState(APP_LIST);
  const { data: list, isFetching } = useSuspenseQuery(appListQuery(state));
  return (
    <Page title="My Applications" subtitle="Front-end and full-stack applications of your account.">
      <ResourceTable
        caption="Applications"
        columns={appColumns}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        isFiltered={isFiltered}
        loading={isFetching}
        search={{ value: state.keyword, onChange: (keyword) => change({ keyword }), label: 'Search applications' }}
        empty={
          <EmptyState
            preview
            icon="apps"
            title="No applications yet"
            text="Applications you deploy appear here, with their address and plan."
          />
        }
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
      />
    </Page>
  );
}
