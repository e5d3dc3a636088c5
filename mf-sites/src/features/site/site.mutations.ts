import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, ApiError, isEnded, taskQuery, type Site, type SiteOverview } from '@panel/core';
import { renamedFqdn } from './site-address.ts';
import { PROGRESS_POLL_MS, protectionQuery, siteOverviewQuery } from './site.queries.ts';

/** A change of a site shows in its list, the totals and its own page; images and name servers stay as they are. */
export function useRefreshSites() {
  const cache = useQueryClient();
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['site', 'list'] }),
      cache.invalidateQueries({ queryKey: ['site', 'summary'] }),
      cache.invalidateQueries({ queryKey: ['site', 'overview'] }),
    ]);
}

/** Starts the rename; the site is worked on until the task has ended. */
export function useRenameSite(site: Site) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (name: string) =>
      api.site.rename(
        { params: { fqdn: site.fqdn }, body: { fqdn: site.fqdn, new_fqdn: renamedFqdn(site, name), infra_domain_id: site.infra_domain_id } },
        { context: { failure: 'caller' } },
      ),
    onSuccess: refresh,
  });
}

/** Resolves when a task has ended or cannot be read any more; a page that is left meanwhile makes no difference. */
async function taskEnd(cache: QueryClient, taskId: string): Promise<void> {
  const task = await cache.fetchQuery(taskQuery(taskId)).catch(() => null);
  if (task === null || isEnded(task)) return;
  await new Promise((resolve) => setTimeout(resolve, PROGRESS_POLL_MS));
  return taskEnd(cache, taskId);
}

/**
 * By id plus infra_domain_id; a failed site that never got an id by its address (spec §4). `onDone` comes before the
 * lists are read again: what they say then takes the dialog away, and a callback of the click would be lost with it.
 * They are read once more when the site is gone: a list that hides it, by a filter or on another page, would not see that.
 */
export function useDeleteSite(site: Site, onDone: () => void) {
  const cache = useQueryClient();
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: () => {
      const context = { failure: 'caller' } as const;
      const removal = site.site_id
        ? api.site.remove({ id: site.site_id, infra_domain_id: site.infra_domain_id }, { context })
        : api.site.removeFailed({ fqdn: site.fqdn }, { context });
      // Gone already, from another tab: that is what was asked for.
      return removal.catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        return null;
      });
    },
    onSuccess: (started) => {
      onDone();
      if (started) void taskEnd(cache, started.task_id).then(refresh);
      return refresh();
    },
  });
}

/** Has the server ask the site now, and shows what it saw; a site that is gone by then takes its page away. */
export function useCheckSite(id: string) {
  const cache = useQueryClient();
  const { queryKey } = siteOverviewQuery(id);
  return useMutation({
    mutationFn: () => api.site.overview({ id, check: 'now' }, { context: { failure: 'notice' } }),
    onSuccess: (overview) => cache.setQueryData(queryKey, overview),
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}

export type PasswordProtection = { username: string; password: string };

/** Asks visitors for a user name and a password, or stops asking (null). */
export function useProtectSite(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (password_protection: PasswordProtection | null) =>
      api.site.update({ id, password_protection }, { context: { failure: 'caller' } }),
    onSuccess: async ({ data }) => {
      cache.setQueryData(siteOverviewQuery(id).queryKey, (before: SiteOverview | undefined) => before && { ...before, site: data });
      await Promise.all([
        cache.invalidateQueries({ queryKey: protectionQuery(id).queryKey }),
        cache.invalidateQueries({ queryKey: ['site', 'list'] }),
      ]);
    },
  });
}
