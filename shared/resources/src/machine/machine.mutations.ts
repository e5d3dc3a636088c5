import { useMutation } from '@tanstack/react-query';
import { api, calls, type Machine } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** Makes a join token; only this response has it. */
export const useMakeJoinToken = () => useMutation({ mutationFn: () => api.machine.makeToken() });

/** Places nothing new on a machine, or places on it again. */
export function useDrainMachine(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: ({ id, isDrained }: Pick<Machine, 'id' | 'isDrained'>) =>
      api.machine.drain({ id, is_drained: !isDrained }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}

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
