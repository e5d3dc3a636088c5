import { queryOptions } from '@tanstack/react-query';
import { api, type ListState, type Site, type SiteStatus } from '@panel/core';

export const SITE_COLUMNS = ['created_at', 'fqdn', 'status', 'type'] as const;
export type SiteColumn = (typeof SITE_COLUMNS)[number];

const PROGRESS_POLL_MS = 3000;

/** Does something happen to the site now? */
const isWorkedOn = ({ status, task_id }: Pick<Site, 'status' | 'task_id'>): boolean =>
  task_id !== null || ['pending', 'deploying', 'migrating', 'processing'].includes(status);

const some = <T extends string>(values: string[] | undefined): T[] | undefined => (values?.length ? (values as T[]) : undefined);

/** All of the partner's sites; the keyword searches the address and the customer's e-mail. */
export const siteListQuery = ({ pageIndex, pageSize, orderBy, sortOrder, keyword, filters }: ListState<SiteColumn>) => {
  const input = {
    pageIndex, pageSize, orderBy, sortOrder,
    keyword: keyword || undefined,
    status: some<SiteStatus>(filters['status']),
    type: some<Site['type']>(filters['type']),
    customer_id: filters['customer']?.[0],
  };
  return queryOptions({
    queryKey: ['site', 'list', input],
    queryFn: ({ signal }) => api.site.filter(input, { signal }),
    refetchInterval: ({ state }) => (state.data?.pageElements.some(isWorkedOn) ? PROGRESS_POLL_MS : false),
  });
};

export const siteOverviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['site', 'overview', id],
    queryFn: ({ signal }) => api.site.overview({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data.site) ? PROGRESS_POLL_MS : false),
  });

/** Customers of the partner by a part of their e-mail, as far as they own a site: no call lists the others. */
export const customerSearchQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['site', 'customers', keyword],
    queryFn: async ({ signal }) => {
      const { pageElements } = await api.site.filter({ keyword: keyword || undefined, pageSize: 100 }, { signal });
      const byId = new Map(pageElements.flatMap(({ customer_id: id, customer_email: email }) => (id && email ? [[id, email] as const] : [])));
      return [...byId].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
    },
  });
