import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** One change of the staff, and what is stale after it. */
function useChange<Input>(change: (input: Input) => Promise<unknown>, onDone: () => void) {
  const refresh = useMarkStale([calls.staff.key()]);
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

type Input<Call extends 'invite' | 'changeRole'> = Parameters<(typeof api.staff)[Call]>[0];

/** Adds a member of staff, who gets an invitation. */
export const useInviteStaff = (onDone: () => void) =>
  useChange((input: Input<'invite'>) => api.staff.invite(input), onDone);

export const useInviteStaffAgain = (onDone: () => void) =>
  useChange((id: string) => api.staff.inviteAgain({ id }, { context: { failure: 'notice' } }), onDone);

export const useChangeStaffRole = (onDone: () => void) =>
  useChange((input: Input<'changeRole'>) => api.staff.changeRole(input), onDone);

export const useRemoveStaff = (onDone: () => void) => useChange((id: string) => api.staff.remove({ id }), onDone);
