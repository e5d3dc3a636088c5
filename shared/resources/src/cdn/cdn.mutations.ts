import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, type CdnCacheSettings, type Site } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** Saves what the cache keeps of a site. The server's message is shown as a notification. */
export function useSaveCdnSettings(siteId: string) {
  const refresh = useMarkStale([calls.cdn.get.key()]);
  return useMutation({
    mutationFn: ({ expected, ...cache_settings }: CdnCacheSettings & { expected: Partial<CdnCacheSettings> }) =>
      api.cdn.update({ siteId, cache_settings, expected }),
    onSuccess: refresh,
  });
}

/** Drops what the cache has of a site at these addresses; `/*` is everything. */
export function usePurgeCache({ fqdn }: Pick<Site, 'fqdn'>) {
  return useMutation({
    mutationFn: (urls: string[]) => api.cdn.purge({ purge_settings: { fqdn, urls } }),
    onSuccess: () => notify({ kind: 'success', title: 'Success', message: 'Cache purged.' }),
  });
}
