import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

type Input<Call extends 'create' | 'update'> = Parameters<(typeof api.reseller)[Call]>[0];

/** One change of a partner, and what is stale after it. */
function useChange<I>(change: (input: I) => Promise<unknown>, onDone: () => void) {
  const refresh = useMarkStale([calls.reseller.key()]);
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** Creates a partner, whose first administrator gets an invitation. */
export const useCreateReseller = (onDone: () => void) =>
  useChange((input: Input<'create'>) => api.reseller.create(input), onDone);

export const useUpdateReseller = (onDone: () => void) =>
  useChange((input: Input<'update'>) => api.reseller.update(input), onDone);

/** What can be done to a partner without a form. */
export type ResellerCommand = 'invite' | 'requestCertificate' | 'suspend' | 'unsuspend' | 'remove' | 'restore';

/** A failure is shown by the dialog that asked, or as a notice where there is none. */
export const useChangeReseller = (onDone: () => void, failure?: 'notice') =>
  useChange(
    ({ id, change }: { id: string; change: ResellerCommand }) =>
      api.reseller[change]({ id }, { context: { ...(failure && { failure }) } }),
    onDone,
  );
