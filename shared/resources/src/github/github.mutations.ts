import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, ApiError, calls, leaveTo, t, type SiteFinalizeInput } from '@panel/core';
import { useRefreshSites } from '../site/site-changed.ts';
import { isNameRefusal } from '../site/site.labels.ts';
import { ownSiteQuery } from '../site/site.queries.ts';
import { useMarkStale } from '../stale.ts';
import { followTask } from '../task/follow-task.ts';

/** Checks an access token and stores it on the server. */
export function useConnectGithub() {
  const refresh = useMarkStale([calls.github.key()]);
  return useMutation({
    mutationFn: (access_token: string) => api.github.getToken({ access_token }),
    onSuccess: refresh,
  });
}

/** Forgets the access token. */
export function useDisconnectGithub() {
  const refresh = useMarkStale([calls.github.key()]);
  return useMutation({
    mutationFn: () => api.github.disconnect(undefined, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Leaves for GitHub to connect it by the App; it comes back to this page. */
export const useConnectGithubApp = (next: string) =>
  useMutation({
    mutationFn: () => api.github.appConnect({ next }, { context: { failure: 'notice' } }),
    onSuccess: ({ redirectUrl }) => leaveTo(redirectUrl),
  });

/** Forgets the connection by the App. */
export function useDisconnectGithubApp() {
  const refresh = useMarkStale([calls.github.key(), calls.app.key()]);
  return useMutation({
    mutationFn: () => api.github.appDisconnect(undefined, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Asks GitHub again what the App may read. */
export function useCheckGithubApp() {
  const refresh = useMarkStale([calls.github.key(), calls.app.key()]);
  return useMutation({
    mutationFn: () => api.github.appInstallations(undefined, { context: { failure: 'notice' } }),
    // Also when it says that GitHub must be connected again: the page shows the way.
    onSettled: refresh,
  });
}

/** Creates an empty repository in the connected account. */
export function useCreateRepository() {
  const refresh = useMarkStale([calls.github.repos.key()]);
  return useMutation({
    mutationFn: (input: { repo_name: string; repo_visibility: 'public' | 'private' }) => api.github.createRepo(input),
    onSuccess: refresh,
  });
}

/** Deploys the latest commit of a site's branch. */
export function useDeployLatest(id: string) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: () => api.github.deploy({ id }, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** The caller's own site at this address that waits for its files: reserved before, or failed. */
async function waitingSite(cache: QueryClient, fqdn: string): Promise<string | null> {
  const { queryKey, queryFn, select } = ownSiteQuery(fqdn);
  const own = select?.(await cache.fetchQuery({ queryKey, queryFn, staleTime: 0 }));
  return own && (own.status === 'created' || own.status === 'failed') ? own.site_id : null;
}

type Reservation = { fqdn: string; domain: string; source?: 'ftp'; license_key?: string | undefined };

/** Reserves the name; one that an earlier attempt has reserved is used again. */
async function reserve(cache: QueryClient, site: Reservation): Promise<string> {
  try {
    const { task_id } = await api.site.create(site);
    const task = await followTask(cache, task_id);
    if (task?.site_id) return task.site_id;
    throw new Error(task?.error?.message ?? t('The name could not be reserved. Try again.'));
  } catch (error) {
    const own = error instanceof ApiError && isNameRefusal(error.code) ? await waitingSite(cache, site.fqdn) : null;
    if (own) return own;
    throw error;
  }
}

export type Publication = Pick<Reservation, 'fqdn' | 'domain' | 'license_key'> & { source: SourceInput };
type OfSource<I> = I extends { type: 'wordpress' | 'ftp' } ? never : I extends unknown ? Omit<I, 'site_id'> : never;
/** Where the files of a new site come from. */
export type SourceInput = OfSource<SiteFinalizeInput>;

/** Reserves a name and publishes a site from its source. The answer is the task that publishes. */
export function usePublishSource() {
  const cache = useQueryClient();
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: async ({ source, ...site }: Publication) => {
      const site_id = await reserve(cache, site);
      return api.site.finalize({ ...source, site_id });
    },
    onSettled: refresh,
  });
}

/** Reserves a name and makes an empty site with SFTP access. The result has the password, which is in no other answer. */
export function useOpenTransfer() {
  const cache = useQueryClient();
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: async ({ period, ...site }: Omit<Publication, 'source'> & { period: number }) => {
      const site_id = await reserve(cache, { ...site, source: 'ftp' });
      const { task_id, ftp } = await api.site.finalize({ site_id, type: 'ftp', period });
      return { task_id, password: ftp?.password ?? '' };
    },
    onSettled: refresh,
  });
}
