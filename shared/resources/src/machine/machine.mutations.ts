import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** Makes a join token; only this response has it. */
export const useMakeJoinToken = () => useMutation({ mutationFn: () => api.machine.makeToken() });

/** Revokes a machine. */
export function useRevokeMachine(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: (id: string) => api.machine.revoke({ id }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}
