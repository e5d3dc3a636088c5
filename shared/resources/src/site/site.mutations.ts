import { useEffect, useRef } from 'react';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  api,
  ApiError,
  calls,
  isEnded,
  taskQuery,
  type Page,
  type Site,
  type SiteCreateInput,
  type SiteFinalizeInput,
  type SiteOverview,
  type SiteStatus,
} from '@panel/core';
import { markStale, useMarkStale } from '../stale.ts';
import { renamedFqdn } from './site-address.ts';
import { isWorkedOn } from './site.can.ts';
import { PROGRESS_POLL_MS, protectionQuery, siteOverviewQuery, siteSummaryQuery } from './site.queries.ts';

/** What shows several sites: every list and search, and the totals. */
const LISTS = [calls.site.filter.key(), calls.site.list.key(), calls.site.summary.key()];

/** Stale after a change of a site: whatever shows several, and the sites' own pages. */
export const SITE_CHANGED = [...LISTS, calls.site.overview.key()];

/** Reloads everything that shows sites, after changes without a mutation, such as the end of a task. */
export const useRefreshSites = () => useMarkStale(SITE_CHANGED);

/** A task that ends while a list of sites is open also changes the totals beside it. */
export function useFreshSummary({ totalCount, pageElements }: Page<Site>): void {
  const cache = useQueryClient();
  const state = `${totalCount} ${pageElements.filter(isWorkedOn).length}`;
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    void markStale(cache, [siteSummaryQuery.queryKey]);
  }, [cache, state]);
}

/** Starts the rename; a task changes the site until it has ended. */
export function useRenameSite(site: Site) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (name: string) =>
      api.site.rename(
        {
          params: { fqdn: site.fqdn },
          body: { fqdn: site.fqdn, new_fqdn: renamedFqdn(site, name), infra_domain_id: site.infra_domain_id },
        },
        { context: { failure: 'caller' } },
      ),
    onSuccess: refresh,
  });
}

/** Resolves when a task has ended or cannot be read any more, even after the user has left the page. */
async function taskEnd(cache: QueryClient, taskId: string): Promise<void> {
  const task = await cache.fetchQuery(taskQuery(taskId)).catch(() => null);
  if (task === null || isEnded(task)) return;
  await new Promise((resolve) => setTimeout(resolve, PROGRESS_POLL_MS));
  return taskEnd(cache, taskId);
}

async function removeSite({ site_id: id, infra_domain_id, fqdn }: Site): Promise<{ task_id: string } | null> {
  const context = { failure: 'caller' } as const;
  try {
    return await (id
      ? api.site.remove({ id, infra_domain_id }, { context })
      : api.site.removeFailed({ fqdn }, { context }));
  } catch (error) {
    // Already deleted from another tab, so this succeeded.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * By id plus infra_domain_id; a failed site that never got an id by its address (spec §4). `onDone` runs before the
 * lists are reloaded, because the new rows may unmount the dialog, and its callback with it. They are reloaded once
 * more when the site is gone: a list that hides it, by a filter or on another page, would not notice.
 */
export function useDeleteSite(site: Site, onDone: () => void) {
  const cache = useQueryClient();
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: () => removeSite(site),
    onSuccess: (started) => {
      onDone();
      if (started) void taskEnd(cache, started.task_id).then(refresh);
      return refresh();
    },
  });
}

/** Deletes several sites. One that cannot be deleted does not keep the others; the error names it and its reason. */
export function useDeleteSites(onDone: () => void) {
  const cache = useQueryClient();
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: async (sites: readonly Site[]) => {
      const results = await Promise.allSettled(sites.map(removeSite));
      for (const result of results)
        if (result.status === 'fulfilled' && result.value) void taskEnd(cache, result.value.task_id).then(refresh);
      const failed = results.flatMap((result, at) =>
        result.status === 'rejected' ? [`${sites[at]?.fqdn}: ${(result.reason as Error).message}`] : [],
      );
      if (failed.length > 0) throw new Error(failed.join(' '));
    },
    onSuccess: onDone,
    onSettled: refresh,
  });
}

/** Checks the site on the server now and shows the result; if the site is gone, its page closes. */
export function useCheckSite(id: string) {
  const cache = useQueryClient();
  const refreshLists = useMarkStale(LISTS);
  const { queryKey } = siteOverviewQuery(id);
  return useMutation({
    mutationFn: () => api.site.overview({ id, check: 'now' }, { context: { failure: 'notice' } }),
    onSuccess: (overview) => {
      cache.setQueryData(queryKey, overview);
      return refreshLists();
    },
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}

export type PasswordProtection = { username: string; password: string };

/** Protects the site with a user name and a password, or removes the protection (null). */
export function useProtectSite(id: string) {
  const cache = useQueryClient();
  const refresh = useMarkStale([protectionQuery(id).queryKey, ...LISTS]);
  return useMutation({
    mutationFn: (password_protection: PasswordProtection | null) =>
      api.site.update({ id, password_protection }, { context: { failure: 'caller' } }),
    onSuccess: ({ data }) => {
      cache.setQueryData(
        siteOverviewQuery(id).queryKey,
        (before: SiteOverview | undefined) => before && { ...before, site: data },
      );
      return refresh();
    },
  });
}

type CreateOptions<I> = {
  /** The key stays the same for one attempt, so that a repeated click or a retry makes one site. */
  keyOf: (input: I) => string;
  onSettled: (error: Error | null) => void;
};

/** Creates the site; the response is immediate, the task continues. */
export function useCreateSite({ keyOf, onSettled }: CreateOptions<SiteCreateInput>) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (input: SiteCreateInput) =>
      api.site.create(input, { context: { failure: 'caller', idempotencyKey: keyOf(input) } }),
    onSettled: (_task, error) => onSettled(error),
    onSuccess: refresh,
  });
}

/** Installs a site again after a failed installation. */
export function useFinalizeSite({ keyOf, onSettled }: CreateOptions<SiteFinalizeInput>) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (input: SiteFinalizeInput) =>
      api.site.finalize(input, { context: { failure: 'caller', idempotencyKey: keyOf(input) } }),
    onSettled: (_task, error) => onSettled(error),
    onSuccess: refresh,
  });
}

/** Sets the status manually. `onDone` runs before the list is reloaded: the new rows may unmount the panel. */
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

/** Assigns the site to another customer of the partner. */
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
