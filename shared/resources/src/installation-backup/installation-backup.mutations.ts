import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** Asks for a backup of the installation. */
export function useMakeInstallationBackup(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.installationBackup.key()]);
  return useMutation({
    mutationFn: () => api.installationBackup.make(undefined, { context: { failure: 'notice' } }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}
