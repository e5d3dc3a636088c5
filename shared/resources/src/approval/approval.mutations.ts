import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** A decision may apply the change, so what runs is stale, too. It is also stale after a refusal: someone was faster. */
function useApprovalChange<I>(change: (input: I) => Promise<{ message: string }>, onDone: (message: string) => void) {
  const refresh = useMarkStale([calls.approval.key(), calls.release.key()]);
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => onDone(message),
    onSettled: refresh,
  });
}

/** Approves or rejects a waiting change. */
export const useDecide = (onDone: (message: string) => void) =>
  useApprovalChange((input: Parameters<typeof api.approval.decide>[0]) => api.approval.decide(input), onDone);

/** Asks for two persons, or requests to end that. */
export const useSetApprovalRule = (onDone: (message: string) => void) =>
  useApprovalChange((input: Parameters<typeof api.approval.setRule>[0]) => api.approval.setRule(input), onDone);
