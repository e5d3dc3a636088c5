import { calls, queryOf, type DomainEvidence } from '@panel/core';
import { siteDomainRead } from './domain.reads.ts';

/** While a domain is not connected, checks of the server may change it. */
const WAITING_MS = 20_000;

export const siteDomainQuery = (id: string) =>
  queryOf(siteDomainRead(id), {
    refetchInterval: ({ state: { data } }) => (data?.domain && data.domain.state !== 'connected' ? WAITING_MS : false),
  });

/** Whether nothing of a domain is left to wait for. */
const isSettled = ({ checks }: DomainEvidence): boolean =>
  checks.every(
    ({ check, state }) => state === 'holds' || state === 'off' || check === 'nameservers' || check === 'txt',
  );

/** What resolvers and our servers say of a domain now; asked again until it leads here with its certificate. */
export const domainEvidenceQuery = (id: string) =>
  calls.domain.evidence.queryOptions({
    input: { id },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : WAITING_MS),
  });

/** Whether a domain is used, or nobody can have it; asked anew each time. */
export const domainCheckQuery = (fqdn: string) =>
  calls.site.checkFqdn.queryOptions({ input: { fqdn }, staleTime: 0, gcTime: 0, retry: false });
