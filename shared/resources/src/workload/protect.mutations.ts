import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { protectionQuery } from '../site/site.queries.ts';
import { useProtectSite } from '../site/site.mutations.ts';
import { useMarkStale } from '../stale.ts';
import type { Workload } from './workload.ts';

type Protect = Parameters<ReturnType<typeof useProtectSite>['mutate']>[0];

function useProtectApp(id: string) {
  const refresh = useMarkStale([protectionQuery(id).queryKey, calls.app.key()]);
  return useMutation({
    mutationFn: ({ password_protection }: Pick<Protect, 'password_protection'>) =>
      api.app.update({ id, password_protection }),
    onSuccess: refresh,
  });
}

/** Protects a site or an application with a user name and a password, or removes the protection (null). */
export function useProtectWorkload({ kind, id }: Pick<Workload, 'kind' | 'id'>) {
  const site = useProtectSite(id);
  const app = useProtectApp(id);
  const { isPending, error } = kind === 'site' ? site : app;
  return {
    ...{ isPending, error },
    mutate: (input: Protect) => (kind === 'site' ? site.mutate(input) : app.mutate(input)),
    mutateAsync: async (input: Protect): Promise<void> =>
      void (kind === 'site' ? await site.mutateAsync(input) : await app.mutateAsync(input)),
  };
}
