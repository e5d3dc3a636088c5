import { read, type ListState } from '@panel/contract/reads';
import type { HealthFilter, Site, SiteEnvironment, SiteStatus, SiteWarning } from '@panel/contract';

/** How every list of sites begins; a page adds the filters that it offers. */
export const SITE_LIST = {
  columns: ['created_at', 'fqdn', 'status', 'type'],
  orderBy: 'created_at',
} as const;
export type SiteColumn = (typeof SITE_LIST)['columns'][number];

const some = <T extends string>(values: string[] | undefined): T[] | undefined =>
  values?.length ? (values as T[]) : undefined;

/** The filter of a list, as calls take it. */
export const siteFilterOf = ({ keyword, filters }: Pick<ListState, 'keyword' | 'filters'>) => ({
  keyword: keyword || undefined,
  status: some<SiteStatus>(filters['status']),
  type: some<Site['type']>(filters['type']),
  health: some<HealthFilter>(filters['health']),
  warning: some<SiteWarning>(filters['warning']),
  environment: some<SiteEnvironment>(filters['environment'])?.[0],
  customer_id: filters['customer']?.[0],
  tag: filters['tag']?.[0],
});

/** One page of the caller's sites, each followed by its staging environment: a customer's own, or for staff all of the partner's. */
export const siteListRead = (state: ListState<SiteColumn>) => {
  const { pageIndex, pageSize, orderBy, sortOrder } = state;
  return read('site.filter', { pageIndex, pageSize, orderBy, sortOrder, nested: 'true', ...siteFilterOf(state) });
};

/** Totals over all sites of the caller. */
export const siteSummaryRead = read('site.summary');

export const siteOverviewRead = (id: string) => read('site.overview', { id });

/** Whom a site or an application asks for a password. */
export const protectionRead = (id: string) => read('site.passwordProtection', { id });

/** Versions that can be installed now; they change only with a release of the server. */
export const siteImagesRead = read('site.images');
