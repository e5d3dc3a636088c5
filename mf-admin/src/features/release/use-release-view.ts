import { useCallback } from 'react';
import { useListState } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { CHANGES } from '@panel/resources/release';

export const VIEWS = ['running', 'releases', 'approvals', 'changes'] as const;
export type View = (typeof VIEWS)[number];

/** The view in the address: tab, partner, package and page number. */
export function useReleaseView() {
  const [search, setSearch] = useSearchParams();
  const { state, change } = useListState(CHANGES);
  const named = search.get('view');
  const view: View = VIEWS.find((each) => each === named) ?? 'running';
  const show = useCallback(
    (next: View, only?: { package: string }) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams();
          for (const name of ['partner', 'package']) {
            const value = before.get(name);
            if (value) after.set(name, value);
          }
          if (only) after.set('package', only.package);
          if (next !== 'running') after.set('view', next);
          return after;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  const filter = (name: 'partner' | 'package', value: string) => change({ filters: { [name]: value ? [value] : [] } });
  const clear = () => change({ filters: { partner: [], package: [] } });
  return {
    view,
    show,
    state,
    change,
    filter,
    clear,
    partner: state.filters['partner']?.[0] ?? '',
    package: state.filters['package']?.[0] ?? '',
  };
}
export type ReleaseView = ReturnType<typeof useReleaseView>;

/** One page of rows that were loaded in full. */
export function pageOf<T>(rows: readonly T[], { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) {
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const index = Math.min(pageIndex, last);
  return { rows: rows.slice(index * pageSize, (index + 1) * pageSize), total: rows.length, pageIndex: index, pageSize };
}
