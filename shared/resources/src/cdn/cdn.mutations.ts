import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, type CdnCacheSettings, t } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import type { Workload } from '../workload/workload.ts';

/** Saves what the cache keeps of a site or an application. The server's message is shown as a notification. */
export function useSaveCdnSettings({ kind, id: siteId }: Pick<Workload, 'kind' | 'id'>) {
  const refresh = useMarkStale([calls.cdn.get.key()]);
  return useMutation({
    mutationFn: ({ expected, ...cache_settings }: CdnCacheSettings & { expected: Partial<CdnCacheSettings> }) =>
      (kind === 'site' ? api.cdn.update : api.cdn.updateApp)({ siteId, cache_settings, expected }),
    onSuccess: refresh,
  });
}

/** Drops what the cache has of a site or an application at these addresses; `/*` is everything. */
export function usePurgeCache({ kind, id, fqdn }: Pick<Workload, 'kind' | 'id' | 'fqdn'>) {
  return useMutation({
    mutationFn: (urls: string[]) =>
      kind === 'site'
        ? api.cdn.purge({ purge_settings: { fqdn, urls } })
        : api.cdn.purgeApp({ siteId: id, purge_settings: { fqdn, urls } }),
    onSuccess: () => notify({ kind: 'success', title: t('Success'), message: t('Cache purged.') }),
  });
}
