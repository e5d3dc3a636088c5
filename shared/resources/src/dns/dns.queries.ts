import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { dnsListRead, type DnsColumn } from './dns.reads.ts';

export const dnsListQuery = (state: ListState<DnsColumn>) =>
  queryOf(dnsListRead(state), { placeholderData: keepPreviousData });

/** The records of a domain. */
export const dnsZoneQuery = (fqdn: string) => calls.dns.byFqdn.queryOptions({ input: { fqdn } });

/** The saved versions of a domain's records. */
export const dnsVersionsQuery = (fqdn: string) => calls.dns.versions.queryOptions({ input: { fqdn } });

/** Time between two checks of a propagation. */
export const PROPAGATION_MS = 20_000;

/** What the resolvers say about the name servers of a domain; repeated until all agree with the partner's. */
export const propagationQuery = (fqdn: string) =>
  calls.dns.propagation.queryOptions({
    input: { fqdn },
    refetchInterval: ({ state: { data } }) => (data?.holds ? false : PROPAGATION_MS),
  });

/** Whether the email of a domain is set up well; asked anew by each visit. */
export const mailCheckQuery = (fqdn: string, selector?: string) =>
  calls.dns.mailCheck.queryOptions({ input: { fqdn, selector }, staleTime: 0 });
