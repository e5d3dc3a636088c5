import { useSuspenseQuery } from '@tanstack/react-query';
import { t, useListState, type ListState, type Page, type Site } from '@panel/core';
import { siteKey } from './site-address.ts';
import { siteListQuery, useSiteListLoading } from './site.queries.ts';
import { siteFilterOf, type SITE_LIST, type SiteColumn } from './site.reads.ts';

type Options = typeof SITE_LIST & { filters: readonly string[] };

/** One page of sites as the address describes it, with the properties of a `ResourceTable` that every list of sites shares. */
export function useSiteList(options: Options) {
  const { state, change, isFiltered } = useListState<SiteColumn>(options);
  const { data } = useSuspenseQuery(siteListQuery(state));
  const table = {
    query: { ...state, rows: data.pageElements, total: data.totalCount, all: data.foundCount ?? data.totalCount },
    branches: {
      parentOf: ({ parent_id }: Site) => parent_id,
      isContext: ({ site_id }: Site) => site_id !== null && (data.contextIds ?? []).includes(site_id),
      label: ({ fqdn }: Site) => t('Staging of {site}', { site: fqdn }),
    },
    onChange: change,
    loading: useSiteListLoading(),
    rowKey: siteKey,
    rowLabel: ({ fqdn }: Site) => fqdn,
    isFiltered,
  };
  return { state, change, isFiltered, data, table };
}

type Data = Pick<Page<Site>, 'totalCount' | 'pageElements'> & { foundCount?: number };

/** What was selected in a list of sites, for a change of many. Moved and deleted, a staging environment comes with its live site. */
export function siteSelection(
  state: Pick<ListState, 'keyword' | 'filters'>,
  data: Data,
  { sites, isAll }: { sites: readonly Site[]; isAll: boolean },
) {
  const ids = new Set(sites.map(siteKey));
  const alone = sites.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
  const of = (chosen: readonly Site[], all: number) => ({
    count: isAll ? all : chosen.length,
    names: chosen.map(({ fqdn }) => fqdn),
  });
  return {
    selection: isAll ? { filter: siteFilterOf(state) } : { ids: [...ids] },
    ...of(sites, data.foundCount ?? data.totalCount),
    alone: of(alone, data.totalCount),
  };
}
