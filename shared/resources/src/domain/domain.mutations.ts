import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, calls, type SiteDomain } from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { markStale, useMarkStale } from '../stale.ts';
import { domainRefusal } from './domain.labels.ts';
import { domainCheckQuery, domainEvidenceQuery, siteDomainQuery } from './domain.queries.ts';

/** Stale after a domain was claimed, connected or given up. */
const DOMAIN_CHANGED = [
  ...[calls.domain.key(), calls.dns.key(), calls.license.key(), calls.site.nameservers.key()],
  ...SITE_CHANGED,
  calls.app.key(),
];

/** Finds out whether a domain can be used; the reason why not, or nothing. */
export function useVerifyDomain(onFree: (fqdn: string) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (fqdn: string) => domainRefusal(await cache.fetchQuery(domainCheckQuery(fqdn))),
    onSuccess: (refusal, fqdn) => {
      if (!refusal) onFree(fqdn);
    },
  });
}

type Claim = { fqdn: string; license_key?: string };

/** Claims a domain for a site at its current address. */
export function useClaimDomain(siteFqdn: string, onDone: () => void) {
  const refresh = useMarkStale(DOMAIN_CHANGED);
  return useMutation({
    mutationFn: (body: Claim) =>
      api.domain.update({ params: { fqdn: siteFqdn }, body: { ...body, domain_type: 'custom_domain' } }),
    onSuccess: async () => {
      await refresh();
      onDone();
    },
  });
}

function useKeepDomain(siteId: string) {
  const cache = useQueryClient();
  return async ({ data }: { data: SiteDomain }) => {
    cache.setQueryData(siteDomainQuery(siteId).queryKey, data);
    await markStale(cache, [...SITE_CHANGED, calls.app.key()]);
  };
}

/** Asks the resolvers about the domain now, and does what follows. */
export function useCheckDomain(siteId: string) {
  const cache = useQueryClient();
  const keep = useKeepDomain(siteId);
  return useMutation({
    mutationFn: () => api.domain.check({ id: siteId }),
    onSuccess: async (changed) => {
      await keep(changed);
      await cache.refetchQueries({ queryKey: domainEvidenceQuery(siteId).queryKey });
    },
  });
}

/** The name servers of a domain as a resolver sees them, and a check of the domain with what it proves. */
export function usePropagationCheck(siteId: string, fqdn: string) {
  const check = useCheckDomain(siteId);
  return useMutation({
    mutationFn: async () => {
      await check.mutateAsync();
      return api.dns.digResult({ fqdn });
    },
  });
}

/** Starts the task that makes a proven domain the address of its site. */
export function useConnectDomain(siteId: string, onStarted: (taskId: string) => void) {
  const refresh = useMarkStale(DOMAIN_CHANGED);
  return useMutation({
    mutationFn: () => api.domain.connect({ id: siteId }),
    onSuccess: async ({ task_id }) => {
      onStarted(task_id);
      await refresh();
    },
  });
}

/** Gives a domain up, by a task where it is the address of the site. */
export function useDropDomain(siteId: string, onDone: (taskId: string | null) => void) {
  const refresh = useMarkStale(DOMAIN_CHANGED);
  return useMutation({
    mutationFn: () => api.domain.remove({ id: siteId }),
    onSuccess: async ({ task_id }) => {
      onDone(task_id);
      await refresh();
    },
  });
}
