import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { firstPage, type ListDefaults, type ListState } from '@panel/contract/reads';

/** Reads a list's page (one-based in the address, zero-based on the wire), order, search and filters from the address. */
export function readListState<C extends string>(search: URLSearchParams, defaults: ListDefaults<C>): ListState<C> {
  const first = firstPage(defaults);
  const page = Number.parseInt(search.get('page') ?? '1', 10);
  const size = Number.parseInt(search.get('size') ?? '', 10);
  const orderBy = search.get('orderBy') as C | null;
  const sortOrder = search.get('sortOrder');
  return {
    pageIndex: Math.max(0, (Number.isFinite(page) ? page : 1) - 1),
    pageSize: [10, 20, 50, 100].includes(size) ? size : first.pageSize,
    orderBy: orderBy && defaults.columns.includes(orderBy) ? orderBy : first.orderBy,
    sortOrder: sortOrder === 'asc' || sortOrder === 'desc' ? sortOrder : first.sortOrder,
    keyword: search.get('q') ?? '',
    filters: Object.fromEntries((defaults.filters ?? []).map((name) => [name, [...new Set(search.getAll(name))]])),
  };
}

/** A list whose whole state is in the address: it can be linked, survives a reload, and Back undoes a step. */
export function useListState<C extends string>(defaults: ListDefaults<C>) {
  const [search, setSearch] = useSearchParams();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the defaults are constants of the caller
  const state = useMemo(() => readListState(search, defaults), [search]);

  const change = useCallback(
    (next: Partial<ListState<C>>, { replace = false }: { replace?: boolean } = {}) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          const set = (name: string, value: string | null) => (value ? after.set(name, value) : after.delete(name));
          if (next.keyword !== undefined) set('q', next.keyword || null);
          if (next.orderBy !== undefined) set('orderBy', next.orderBy);
          if (next.sortOrder !== undefined) set('sortOrder', next.sortOrder);
          if (next.pageSize !== undefined) set('size', String(next.pageSize));
          for (const [name, values] of Object.entries(next.filters ?? {})) {
            after.delete(name);
            for (const value of values) after.append(name, value);
          }
          const page = next.pageIndex ?? 0;
          set('page', page > 0 ? String(page + 1) : null);
          return after;
        },
        { preventScrollReset: true, replace },
      ),
    [setSearch],
  );
  const isFiltered = state.keyword !== '' || Object.values(state.filters).some((values) => values.length > 0);
  return { state, change, isFiltered };
}
