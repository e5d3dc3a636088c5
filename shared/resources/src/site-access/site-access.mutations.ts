import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@panel/core';
import { openInTab } from '../site/open-in-tab.ts';
import { databaseQuery, ftpQuery } from './site-access.queries.ts';

const notice = { context: { failure: 'notice' } } as const;

/** Opens the files of a site for some hours. The result has the password, which is in no other answer. */
export function useStartFtp(siteId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (period: number) => {
      const { status: _status, password, ...access } = await api.siteAccess.startFtp({ site_id: siteId, period });
      return { access, password };
    },
    onSuccess: ({ access }) => cache.setQueryData(ftpQuery(siteId).queryKey, access),
  });
}

/** Ends the access to the files of a site. */
export function useEndFtp(siteId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => api.siteAccess.endFtp({ id: siteId }, notice),
    onSuccess: (access) => cache.setQueryData(ftpQuery(siteId).queryKey, access),
  });
}

/** Opens the database of a site in a new tab: for some hours, or again while it is open. */
export function useOpenDatabase(site: { id: string; fqdn: string }) {
  const cache = useQueryClient();
  const { mutateAsync, ...rest } = useMutation({
    mutationFn: ({ period }: { period: number | null }) =>
      period === null
        ? api.siteAccess.linkMysql({ id: site.id }, notice)
        : api.siteAccess.startMysql({ fqdn: site.fqdn, period }),
    onSuccess: ({ available, access }) => cache.setQueryData(databaseQuery(site.id).queryKey, { available, access }),
    // The access may have ended meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: databaseQuery(site.id).queryKey }),
  });
  return { ...rest, open: (period: number | null) => openInTab(() => mutateAsync({ period })) };
}

/** Ends the access to the database of a site. */
export function useEndDatabase(siteId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => api.siteAccess.endMysql({ id: siteId }, notice),
    onSuccess: (access) => cache.setQueryData(databaseQuery(siteId).queryKey, access),
  });
}
