import { calls, queryOf } from '@panel/core';
import { siteDomainRead } from './domain.reads.ts';

/** While a domain is not connected, checks of the server may change it. */
const WAITING_MS = 20_000;

export const siteDomainQuery = (id: string) =>
  queryOf(siteDomainRead(id), {
    refetchInterval: ({ state: { data } }) => (data?.domain && data.domain.state !== 'connected' ? WAITING_MS : false),
  });

/** Whether a domain is used, or nobody can have it; asked anew each time. */
export const domainCheckQuery = (fqdn: string) =>
  calls.site.checkFqdn.queryOptions({ input: { fqdn }, staleTime: 0, gcTime: 0, retry: false });
