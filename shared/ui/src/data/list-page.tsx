import type { ReactNode } from 'react';
import { useSuspenseQuery, type UseSuspenseQueryOptions } from '@tanstack/react-query';
import type { ListDefaults, ListState } from '@panel/contract/reads';
import { queryClient, readListState, useListState, usePanelState, type PageContext } from '@panel/core';
import { NoMatch } from '../feedback/states.tsx';
import type { MenuItem } from '../overlay/menu.tsx';
import { Page, type PageProps } from '../parts/page.tsx';
import type { BulkAction } from './bulk-bar.tsx';
import { ResourceTable, type Column, type ResourceTableProps } from './resource-table.tsx';

type Answer<Row> = { pageElements: readonly Row[]; totalCount: number };

/** How a list begins, the query of one of its pages, and the panels that it opens. */
export type ListSource<Row, Rest, Order extends string, Panel extends string> = {
  list: ListDefaults<Order>;
  query: (state: ListState<Order>) => UseSuspenseQueryOptions<Answer<Row> & Rest>;
  rowKey: (row: Row) => string;
  /** Names of side panels and dialogs, which are in the address: `?panel=rename&of={key of the row}`. */
  panels?: readonly Panel[];
};

/** A list whose state and open panel are in the address. `chosen` is the row that the panel is about, if this page has it. */
export function useList<Row, Rest, Order extends string, Panel extends string>({
  list,
  query,
  rowKey,
  panels = [],
}: ListSource<Row, Rest, Order, Panel>) {
  const { state, change, isFiltered } = useListState(list);
  const { data, isFetching } = useSuspenseQuery(query(state));
  const { panel, of, open, close, hrefOf } = usePanelState(panels);
  const chosen = data.pageElements.find((row) => rowKey(row) === of);
  const isEmpty = data.totalCount === 0 && !isFiltered;
  return { data, state, change, isFiltered, isFetching, isEmpty, panel, chosen, open, close, hrefOf };
}

export type ListView<Row, Rest, Order extends string, Panel extends string> = ReturnType<
  typeof useList<Row, Rest, Order, Panel>
>;

type Wired =
  | 'query'
  | 'onChange'
  | 'loading'
  | 'isFiltered'
  | 'search'
  | 'noMatch'
  | 'columns'
  | 'rowActions'
  | 'bulkActions';
type View = ListView<unknown, unknown, string, string>;

/** The selected rows; `isAll`: all that the list finds, of which these are those of this page. */
export type Chosen<Row> = { rows: readonly Row[]; isAll: boolean; clear: () => void };

export type ListTableProps<Row, Rest, Order extends string, Panel extends string> = ListSource<
  Row,
  Rest,
  Order,
  Panel
> &
  Omit<ResourceTableProps<Row, Order>, Wired | 'empty' | 'filters' | 'rowKey'> & {
    columns: readonly Column<Row>[] | ((view: ListView<Row, Rest, Order, Panel>) => readonly Column<Row>[]);
    rowActions?: (row: Row, view: ListView<Row, Rest, Order, Panel>) => readonly MenuItem[];
    bulkActions?: (chosen: Chosen<Row>, view: ListView<Row, Rest, Order, Panel>) => readonly BulkAction[];
    /** Label of the search; without one there is no search. */
    search?: string;
    filters?: (view: ListView<Row, Rest, Order, Panel>) => ReactNode;
    empty: (view: ListView<Row, Rest, Order, Panel>) => ReactNode;
    /** Above the table. */
    above?: ReactNode;
    /** Below the table: its panels. */
    children?: (view: ListView<Row, Rest, Order, Panel>) => ReactNode;
  };

const cleared = ({ filters }: View['state']) => ({
  keyword: '',
  filters: Object.fromEntries(Object.keys(filters).map((name) => [name, []])),
});

function ViewTable<Row, Rest, Order extends string, Panel extends string>({
  view,
  list: _list,
  query: _query,
  panels: _panels,
  columns,
  rowActions,
  bulkActions,
  search,
  filters,
  empty,
  above,
  children,
  ...table
}: ListTableProps<Row, Rest, Order, Panel> & { view: ListView<Row, Rest, Order, Panel> }) {
  const { data, state, change } = view;
  return (
    <>
      {above}
      <ResourceTable
        {...table}
        columns={typeof columns === 'function' ? columns(view) : columns}
        query={{ ...state, rows: data.pageElements, total: data.totalCount }}
        onChange={change}
        loading={view.isFetching}
        isFiltered={view.isFiltered}
        rowActions={rowActions && ((row) => rowActions(row, view))}
        bulkActions={bulkActions && ((rows, clear, isAll) => bulkActions({ rows, clear, isAll }, view))}
        search={
          search ? { label: search, value: state.keyword, onChange: (keyword) => change({ keyword }) } : undefined
        }
        filters={filters?.(view)}
        empty={empty(view)}
        noMatch={<NoMatch onClear={() => change(cleared(state))} />}
      />
      {children?.(view)}
    </>
  );
}

/** One list with its panels, inside of a page that shows more. */
export function ListTable<Row, Rest, Order extends string, Panel extends string>(
  props: ListTableProps<Row, Rest, Order, Panel>,
) {
  return <ViewTable {...props} view={useList(props)} />;
}

export type ListPageProps<Row, Rest, Order extends string, Panel extends string> = ListTableProps<
  Row,
  Rest,
  Order,
  Panel
> &
  Pick<PageProps, 'title' | 'breadcrumb' | 'width'> & {
    subtitle?: ReactNode | ((view: ListView<Row, Rest, Order, Panel>) => ReactNode);
    actions?: (view: ListView<Row, Rest, Order, Panel>) => ReactNode;
  };

/** A page that is one list: its title and actions, the table with search and filters, its panels. */
export function ListPage<Row, Rest, Order extends string, Panel extends string>({
  title,
  subtitle,
  breadcrumb,
  width,
  actions,
  ...table
}: ListPageProps<Row, Rest, Order, Panel>) {
  const view = useList(table);
  return (
    <Page
      title={title}
      subtitle={typeof subtitle === 'function' ? subtitle(view) : subtitle}
      breadcrumb={breadcrumb}
      width={width}
      actions={actions?.(view)}
    >
      <ViewTable {...table} view={view} />
    </Page>
  );
}

/** The `prefetch` of a page with a list: the page of the list that the address asks for. */
export const prefetchList =
  <Row, Rest, Order extends string>({ list, query }: Pick<ListSource<Row, Rest, Order, never>, 'list' | 'query'>) =>
  ({ search }: PageContext) =>
    queryClient.prefetchQuery(query(readListState(search, list)));
