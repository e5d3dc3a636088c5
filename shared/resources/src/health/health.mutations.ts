import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** Lets a site run again that is kept asleep. */
export function useReleaseSite(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.health.key()]);
  return useMutation({
    mutationFn: (siteId: string) => api.health.release({ siteId }, { context: { failure: 'notice' } }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}
