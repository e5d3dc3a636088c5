import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@panel/core';
import { ftpQuery } from './site-access.queries.ts';

const notice = { context: { failure: 'notice' } } as const;
const caller = { context: { failure: 'caller' } } as const;

/** Opens the files of a site for some hours. The result has the password, which is in no other answer. */
export function useStartFtp(siteId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (period: number) => {
      const {
        status: _status,
        password,
        ...access
      } = await api.siteAccess.startFtp({ site_id: siteId, period }, caller);
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
