import { useSuspenseQuery } from '@tanstack/react-query';
import { useListState, type Site } from '@panel/core';
import { siteKey } from './site-address.ts';
import { siteListQuery, useSiteListLoading } from './site.queries.ts';
import type { SITE_LIST, SiteColumn } from './site.reads.ts';

type Options = typeof SITE_LIST & { filters: readonly string[] };

/** One page of sites as the address describes it, with the properties of a `ResourceTable` that every list of sites shares. */
export function useSiteList(options: Options) {
  const { state, change, isFiltered } = useListState<SiteColumn>(options);
  const { data } = useSuspenseQuery(siteListQuery(state));
  const table = {
    query: { ...state, rows: data.pageElements, total: data.totalCount },
    onChange: change,
    loading: useSiteListLoading(),
    rowKey: siteKey,
    rowLabel: ({ fqdn }: Site) => fqdn,
    isFiltered,
  };
  return { state, change, isFiltered, data, table };
}
