import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type Site, type SiteStatus } from '@panel/core';

function useRefreshSites() {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['site', 'list'] }),
      cache.invalidateQueries({ queryKey: ['site', 'overview'] }),
    ]);
}

/** `onDone` comes before the list is read again: what it says then may take the panel away, and its callbacks with it. */
export function useSetSiteStatus(onDone: () => void) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: SiteStatus }) => api.site.updateStatus({ id, status }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** By id plus infra_domain_id; a failed site that never got an id by its address (spec §4). */
export function useDeleteSite(onDone: () => void) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: ({ site_id, fqdn, infra_domain_id }: Site) => {
      const context = { failure: 'caller' } as const;
      return site_id ? api.site.remove({ id: site_id, infra_domain_id }, { context }) : api.site.removeFailed({ fqdn }, { context });
    },
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** Gives the site to another customer of the partner. */
export function useAssignCustomer(onDone: () => void) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: ({ id, customer_id }: { id: string; customer_id: string }) =>
      api.site.assignCustomer({ id, customer_id }, { context: { failure: 'caller' } }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}
