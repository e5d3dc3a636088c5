import { useQuery } from '@tanstack/react-query';
import type { App } from '@panel/core';
import { Select } from '@panel/ui';
import type { ListTableProps } from '@panel/ui/data';
import { APP_LIST, appFilterOf, appListQuery } from '@panel/resources/app';
import { workloadTagsQuery } from '@panel/resources/bulk';
import { healthFilter } from '@panel/resources/workload';
import { TagFilter } from './tag-filter.tsx';
import { useBulk, type BulkKey } from './use-bulk.ts';

/** Where a list of applications begins. */
export const APP_SOURCE = { list: APP_LIST, query: appListQuery } as const;

type Order = (typeof APP_LIST)['columns'][number];
type Shared<Panel extends string> = Pick<
  ListTableProps<App, object, Order, Panel>,
  'rowKey' | 'rowLabel' | 'selectsAll' | 'bulkActions' | 'filters'
>;

/** What every list of applications has in common: its filters, and what is done with the selected ones. */
export function useAppList<Panel extends string>(actions: readonly BulkKey<'app'>[]) {
  const bulk = useBulk('app', actions);
  const { data: tags = [] } = useQuery(workloadTagsQuery('app'));
  const shared: Shared<Panel> = {
    rowKey: ({ id }) => id,
    rowLabel: ({ name }) => name,
    selectsAll: true,
    bulkActions: ({ rows, isAll, clear }, { state, data }) =>
      bulk.actionsOn({
        selection: isAll ? { filter: appFilterOf(state) } : { ids: rows.map(({ id }) => id) },
        count: isAll ? data.totalCount : rows.length,
        names: rows.map(({ fqdn }) => fqdn),
        clear,
      }),
    filters: ({ state, change }) => {
      const set = (filter: Record<string, string[]>) => change({ filters: { ...state.filters, ...filter } });
      return (
        <>
          <Select {...healthFilter(state.filters['health'] ?? [], (health) => set({ health }))} />
          <TagFilter tags={tags} value={state.filters['tag']?.[0]} onChange={(tag) => set({ tag })} />
        </>
      );
    },
  };
  return { bulk, shared };
}
