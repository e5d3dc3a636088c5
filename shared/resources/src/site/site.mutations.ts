import { useEffect, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  api,
  type Page,
  type Site,
  type SiteCreateInput,
  type SiteFinalizeInput,
  type SiteImportInput,
  type SiteOverview,
  type SiteStatus,
} from '@panel/core';
import { markStale, useMarkStale } from '../stale.ts';
import { useUpload } from '../upload/use-upload.ts';
import { renamedFqdn } from './site-address.ts';
import { isWorkedOn } from './site.can.ts';
import { SITE_LISTS, useRefreshSites } from './site-changed.ts';
import { protectionQuery, siteOverviewQuery, siteSummaryQuery } from './site.queries.ts';

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
      api.site.rename({
        params: { fqdn: site.fqdn },
        body: { fqdn: site.fqdn, new_fqdn: renamedFqdn(site, name), infra_domain_id: site.infra_domain_id },
      }),
    onSuccess: refresh,
  });
}

/** Starts the upgrade of its WordPress to the newest version; a task backs up the site first. */
export function useUpgradeWordPress({ fqdn, currentWordPressVersion }: Site) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: () => api.site.upgrade({ fqdn, version: currentWordPressVersion ?? '' }),
    onSuccess: refresh,
  });
}

/** Starts the change of its PHP version; a task backs up the site first. */
export function useChangePhp({ fqdn }: Site, onStarted: (taskId: string) => void) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (php_version: string) => api.site.changePhp({ fqdn, php_version }),
    onSuccess: ({ task_id }) => {
      onStarted(task_id);
      return refresh();
    },
  });
}

/** Checks the site on the server now and shows the result; if the site is gone, its page closes. */
export function useCheckSite(id: string) {
  const cache = useQueryClient();
  const refreshLists = useMarkStale(SITE_LISTS);
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
type Protect = {
  password_protection: PasswordProtection | null;
  /** Whose name it asks for, as the page shows it. */
  expected: { username: string } | null;
};

export function useProtectSite(id: string) {
  const cache = useQueryClient();
  const refresh = useMarkStale([protectionQuery(id).queryKey, ...SITE_LISTS]);
  return useMutation({
    mutationFn: ({ password_protection, expected }: Protect) =>
      api.site.update({ id, password_protection, expected: { password_protection: expected } }),
    onSuccess: ({ data }) => {
      cache.setQueryData(
        siteOverviewQuery(id).queryKey,
        (before: SiteOverview | undefined) => before && { ...before, site: data },
      );
      return refresh();
    },
  });
}

export type CreateOptions<I> = {
  /** The key stays the same for one attempt, so that a repeated click or a retry makes one site. */
  keyOf: (input: I) => string;
  onSettled: (error: Error | null) => void;
};

/** Creates the site; the response is immediate, the task continues. */
export function useCreateSite({ keyOf, onSettled }: CreateOptions<SiteCreateInput>) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (input: SiteCreateInput) => api.site.create(input, { context: { idempotencyKey: keyOf(input) } }),
    onSettled: (_task, error) => onSettled(error),
    onSuccess: refresh,
  });
}

/** Creates a site from an uploaded zip; the response comes once the zip was checked, the task continues. */
export function useImportSite({ keyOf, onSettled }: CreateOptions<SiteImportInput>) {
  const refresh = useRefreshSites();
  const upload = useUpload();
  const mutation = useMutation({
    mutationFn: (input: SiteImportInput) =>
      upload.run(({ signal, upload: sending }) =>
        api.site.import(input, {
          signal,
          context: { idempotencyKey: keyOf(input), upload: sending },
        }),
      ),
    onSettled: (_task, error) => onSettled(error),
    onSuccess: refresh,
  });
  return { ...mutation, percent: upload.percent, cancel: upload.cancel };
}

/** Installs a site again after a failed installation. */
export function useFinalizeSite({ keyOf, onSettled }: CreateOptions<SiteFinalizeInput>) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (input: SiteFinalizeInput) => api.site.finalize(input, { context: { idempotencyKey: keyOf(input) } }),
    onSettled: (_task, error) => onSettled(error),
    onSuccess: refresh,
  });
}

/** Sets the status manually. `onDone` runs before the list is reloaded: the new rows may unmount the panel. */
export function useSetSiteStatus(onDone: () => void) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: SiteStatus }) =>
      api.site.updateStatus({ id, status }, { context: { failure: 'notice' } }),
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
    mutationFn: (input: { id: string; customer_id: string; expected: { customer_id?: string | null } }) =>
      api.site.assignCustomer(input),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}
