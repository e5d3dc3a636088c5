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

/** Moves a workload of a machine to another one. A refusal says what that machine lacks. */
export function useMoveWorkload(id: string, onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: ({ workloadId, to }: { workloadId: string; to: string }) =>
      api.machine.move({ id, workload_id: workloadId, machine_id: to }, { context: { failure: 'notice' } }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}

/** Cancels a move. */
export function useCancelMove(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: (taskId: string) => api.machine.cancelMove({ taskId }, { context: { failure: 'notice' } }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}

/** Moves everything off a machine, or stops doing so. */
export function useEmptyMachine(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) => api.machine.empty({ id, is_on: isOn }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}

/** Restores everything on a lost machine on other machines. */
export function useRecoverMachine(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: (id: string) => api.machine.recover({ id }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}

/** Sets after how many minutes that happens by itself. */
export function useSetRecovery(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: (minutes: number | null) => api.machine.setRecovery({ after_minutes: minutes }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}

/** Deletes what workloads that are elsewhere now have left on a machine. */
export function useRemoveLeftovers(onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.machine.key()]);
  return useMutation({
    mutationFn: (id: string) => api.machine.removeLeftovers({ id }),
    onSuccess: ({ message = '' }) => {
      onDone(message);
      return refresh();
    },
  });
}
