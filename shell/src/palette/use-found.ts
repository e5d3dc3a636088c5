import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { foundAppsQuery } from '@panel/resources/app';
import { foundCustomersQuery } from '@panel/resources/customer';
import { foundSitesQuery } from '@panel/resources/site';

const DELAY_MS = 200;
const SHOWN = 6;

/** The input, once typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** What of the server's lists may be asked for: what the viewer has no page of is not. */
export type Searched = { sites: boolean; apps: boolean; customers: boolean };

/**
 * Up to six sites, applications and customers each, whose address, title, name or email contains the text; no request
 * below two letters.
 */
export function useFound(typed: string, searched: Searched) {
  const keyword = usePaused(typed.trim());
  const long = keyword.length >= 2;
  const options = { placeholderData: keepPreviousData };
  const queries = [
    useQuery({ ...foundSitesQuery(keyword, SHOWN), ...options, enabled: long && searched.sites }),
    useQuery({ ...foundAppsQuery(keyword, SHOWN), ...options, enabled: long && searched.apps }),
    useQuery({ ...foundCustomersQuery(keyword, SHOWN), ...options, enabled: long && searched.customers }),
  ] as const;
  const [sites, apps, customers] = queries;
  return {
    sites: long && searched.sites ? (sites.data?.pageElements ?? []) : [],
    apps: long && searched.apps ? (apps.data?.pageElements ?? []) : [],
    customers: long && searched.customers ? (customers.data?.pageElements ?? []) : [],
    searching: queries.some(({ isFetching }) => isFetching),
    failed: long && queries.some(({ isError }) => isError),
  };
}
