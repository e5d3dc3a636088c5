import type { ViewState } from '@panel/contract';
import { firstPage, type ListDefaults, type ListState } from '@panel/contract/reads';

/** What a view keeps of a list: not its page. */
export const viewStateOf = ({ keyword, filters, orderBy, sortOrder, pageSize }: ListState): ViewState => ({
  ...{ keyword, orderBy, sortOrder, pageSize },
  filters: Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0)),
});

/** What a list shows of a view: filters that it does not have are left out, and counted. */
export function viewIn<C extends string>(
  { keyword, filters, orderBy, sortOrder, pageSize }: ViewState,
  defaults: ListDefaults<C>,
): { state: ListState<C>; leftOut: number } {
  const first = firstPage(defaults);
  const names = defaults.filters ?? [];
  const column = defaults.columns.find((name) => name === orderBy);
  return {
    state: {
      ...{ keyword, pageIndex: 0, pageSize: pageSize ?? first.pageSize },
      orderBy: column ?? first.orderBy,
      sortOrder: (column && sortOrder) ?? first.sortOrder,
      filters: Object.fromEntries(names.map((name) => [name, filters[name] ?? []])),
    },
    leftOut: Object.keys(filters).filter((name) => !names.includes(name)).length,
  };
}

/** Whether two states show the same rows in the same order. */
export function sameView(one: ViewState, other: ViewState): boolean {
  const text = ({ filters, ...rest }: ViewState) =>
    JSON.stringify([
      Object.entries(rest).toSorted(([a], [b]) => a.localeCompare(b)),
      Object.entries(filters)
        .filter(([, values]) => values.length > 0)
        .map(([name, values]) => [name, values.toSorted()])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ]);
  return text(one) === text(other);
}
