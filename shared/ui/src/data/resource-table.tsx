import type { ReactNode } from 'react';
import { t } from '@panel/core';
import { Checkbox } from '../form/choice.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { Menu, type MenuItem } from '../overlay/menu.tsx';
import { Icon } from '../parts/icon.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { EmptyState } from '../feedback/states.tsx';
import { Button } from '../parts/button.tsx';
import { BulkBar, type BulkAction } from './bulk-bar.tsx';
import { Pager } from './pager.tsx';
import { useBranches, type Branch, type Branches } from './use-branches.ts';
import { useSelection } from './use-selection.ts';
import { cx } from '../cx.ts';

export type Column<T> = {
  /** If `sortable`, also the name that the server orders by. */
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  sortable?: boolean;
  align?: 'start' | 'end';
  /** Any CSS width. */
  width?: string;
  /** Hidden below this window width; shown on a phone, where a row is a card. */
  hideBelow?: 'md' | 'lg' | 'xl';
};

export type TableQuery<T, C extends string = string> = {
  rows: readonly T[];
  total: number;
  /** How many rows a selection of all has, where that is another number, since some are under others. */
  all?: number;
  pageIndex: number;
  pageSize: number;
  orderBy?: C;
  sortOrder?: 'asc' | 'desc';
};
export type TableChange<C extends string = string> = {
  pageIndex?: number;
  pageSize?: number;
  orderBy?: C;
  sortOrder?: 'asc' | 'desc';
};
export type TableSearch = { value: string; onChange: (value: string) => void; label: string };

export type ResourceTableProps<T, C extends string = string> = {
  /** Describes the table; read aloud, not visible. */
  caption: string;
  columns: readonly Column<T>[];
  /** One page from the server. Undefined only before the first response. */
  query: TableQuery<T, C> | undefined;
  onChange: (change: TableChange<C>) => void;
  rowKey: (row: T) => string;
  /** Name of a row, for its menu and checkbox. Default: its key. */
  rowLabel?: (row: T) => string;
  rowActions?: (row: T) => readonly MenuItem[];
  /** `isAll`: all rows of the list are meant, of which `rows` are those of this page. */
  bulkActions?: (rows: readonly T[], clear: () => void, isAll: boolean) => readonly BulkAction[];
  /** The selected rows by their keys, where the page selects some by itself, e.g. with the keyboard. Default: the table’s own. */
  selection?: { chosen: ReadonlySet<string>; onChoose: (chosen: ReadonlySet<string>) => void };
  /** Once a page is selected, offers to select the rows of all other pages too. */
  selectsAll?: boolean;
  /** Some rows are under others, and can be hidden there. */
  branches?: Branches<T>;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
  /** Shown when search or filters hide everything. */
  noMatch?: ReactNode;
  isFiltered?: boolean;
  search?: TableSearch;
  /** Right of the search. */
  filters?: ReactNode;
  /** Anything else above the table; replaces search and filters. */
  toolbar?: ReactNode;
  /** Rows as tiles, e.g. with a picture in the first column. Default: a table. */
  layout?: 'table' | 'tiles';
  /** All rows are shown: nothing to page through. */
  whole?: boolean;
  /** Newer data is loading; the current rows stay. */
  loading?: boolean;
};

type HeadProps<T, C extends string> = {
  column: Column<T>;
  orderBy?: string;
  sortOrder?: 'asc' | 'desc';
  onChange: (change: TableChange<C>) => void;
};

const cell = <T,>(column: Column<T>): string =>
  cx(column.align === 'end' && 'p-cell-end', column.hideBelow && `p-hide-below-${column.hideBelow}`);

function Head<T, C extends string>({ column, orderBy, sortOrder, onChange }: HeadProps<T, C>) {
  const sorted = column.sortable && orderBy === column.key ? sortOrder : undefined;
  const sort = () => onChange({ orderBy: column.key as C, sortOrder: sorted === 'asc' ? 'desc' : 'asc', pageIndex: 0 });
  return (
    <th
      scope="col"
      role="columnheader"
      className={cell(column)}
      style={column.width ? { width: column.width } : undefined}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {column.sortable ? (
        <button type="button" className={cx('p-sort', sorted && 'p-sorted')} onClick={sort}>
          {column.title}
          <Icon name={sorted === 'asc' ? 'arrow-up' : sorted === 'desc' ? 'arrow-down' : 'sort'} size={14} />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

/** The first cell of a row that is under another, or has rows under it. */
const InBranch = ({ branch: { inside, toggle }, children }: { branch: Branch; children: ReactNode }) => (
  <div className="p-branch">
    {children}
    {inside && <span className="p-visually-hidden">{inside}</span>}
    {toggle && (
      <button type="button" className="p-branch-toggle" aria-expanded={toggle.isOpen} onClick={toggle.onToggle}>
        <Icon name="chevron-down" size={16} className="p-branch-mark" label={toggle.label} />
      </button>
    )}
  </div>
);

/**
 * A list that the server pages, filters and orders. Search left, filters right, order in the column heads, actions in
 * each row, a bar when rows are selected; on a phone each row is a card (roles are explicit because some browsers
 * drop them for tables with another layout). It renders one page, so 10,000 rows cost as much as 10.
 */
export function ResourceTable<T, C extends string = string>(props: ResourceTableProps<T, C>) {
  const {
    caption,
    columns,
    query,
    onChange,
    rowKey,
    rowLabel = rowKey,
    rowActions,
    bulkActions,
    selectsAll = false,
    isFiltered = false,
    loading = false,
  } = props;
  const rows = query?.rows ?? [];
  const { shown, selectable, isContext, branchOf } = useBranches(rows, rowKey, rowLabel, props.branches);
  const selection = useSelection(selectable.map(rowKey), props.selection);
  const { chosen, clear, toggle } = selection;
  const picked = selectable.filter((row) => chosen.has(rowKey(row)));
  const total = query?.all ?? query?.total ?? 0;
  const isPage = picked.length > 0 && picked.length === selectable.length;
  const canAll = selectsAll && isPage && total > selectable.length;
  const isAll = selection.everything && canAll;

  if (query && query.total === 0 && !isFiltered && !props.search?.value) return <>{props.empty}</>;

  const bar =
    props.toolbar ??
    ((props.search || props.filters) && (
      <>
        {props.search && <SearchInput {...props.search} />}
        {props.filters && <div className="p-filters">{props.filters}</div>}
      </>
    ));
  return (
    <div className={cx('p-table-frame', props.layout === 'tiles' && 'p-tiles')} aria-busy={loading || undefined}>
      {picked.length > 0 && bulkActions ? (
        <BulkBar
          count={picked.length}
          actions={bulkActions(picked, clear, isAll)}
          onClear={clear}
          all={canAll ? { total, chosen: isAll, onChoose: selection.chooseEverything } : null}
        />
      ) : (
        bar && <div className="p-table-bar">{bar}</div>
      )}
      {!query && <Skeleton kind="list" />}
      {query && rows.length === 0 && query.total === 0 && (props.noMatch ?? props.empty)}
      {query && rows.length === 0 && query.total > 0 && (
        <EmptyState
          icon="info"
          title={t('Nothing on this page')}
          text={t('The list has become shorter.')}
          action={<Button onClick={() => onChange({ pageIndex: 0 })}>{t('Go to the first page')}</Button>}
        />
      )}
      {query && rows.length > 0 && (
        <div className={cx('p-table-box', loading && 'p-stale')}>
          <table className="p-table" role="table">
            <caption className="p-visually-hidden">{caption}</caption>
            <thead role="rowgroup">
              <tr role="row">
                {bulkActions && (
                  <th scope="col" role="columnheader" className="p-cell-check">
                    <Checkbox
                      hideLabel
                      label={t('Select all rows of this page')}
                      checked={isPage}
                      indeterminate={picked.length > 0 && !isPage}
                      onChange={(on) => toggle(selectable.map(rowKey), on)}
                    />
                  </th>
                )}
                {columns.map((column) => (
                  <Head
                    key={column.key}
                    column={column}
                    orderBy={query.orderBy}
                    sortOrder={query.sortOrder}
                    onChange={onChange}
                  />
                ))}
                {rowActions && (
                  <th scope="col" role="columnheader" className="p-cell-menu">
                    <span className="p-visually-hidden">{t('Actions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {shown.map((row) => {
                const key = rowKey(row);
                const branch = branchOf(row);
                const actions = rowActions?.(row) ?? [];
                return (
                  <tr
                    key={key}
                    role="row"
                    className={cx(chosen.has(key) && 'p-row-chosen', branch?.inside && 'p-row-inside')}
                  >
                    {bulkActions && (
                      <td role="cell" className="p-cell-check" {...selection.handlersOf(key)}>
                        {!isContext(row) && (
                          <Checkbox
                            hideLabel
                            label={t('Select {row}', { row: rowLabel(row) })}
                            checked={chosen.has(key)}
                            onChange={(on) => selection.pick(key, on)}
                          />
                        )}
                      </td>
                    )}
                    {columns.map((column, index) => (
                      <td
                        key={column.key}
                        role="cell"
                        data-label={column.title}
                        className={cx(cell(column), index === 0 && 'p-cell-first')}
                      >
                        {index === 0 && branch ? (
                          <InBranch branch={branch}>{column.render(row)}</InBranch>
                        ) : (
                          column.render(row)
                        )}
                      </td>
                    ))}
                    {rowActions && (
                      <td role="cell" className="p-cell-menu">
                        {actions.length > 0 && (
                          <Menu label={t('Actions for {row}', { row: rowLabel(row) })} items={actions} />
                        )}
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {query && query.total > 0 && !props.whole && (
        <Pager pageIndex={query.pageIndex} pageSize={query.pageSize} total={query.total} onChange={onChange} />
      )}
    </div>
  );
}
