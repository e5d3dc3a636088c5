import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** One change of the members, and what is stale after it. */
function useChange<Input>(change: (input: Input) => Promise<unknown>, onDone: () => void) {
  const refresh = useMarkStale([calls.member.key()]);
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

type Input<Call extends 'invite' | 'change'> = Parameters<(typeof api.member)[Call]>[0];

/** Lets somebody into the account, who gets an invitation. */
export const useInviteMember = (onDone: () => void) =>
  useChange((input: Input<'invite'>) => api.member.invite(input), onDone);

export const useInviteMemberAgain = (onDone: () => void) =>
  useChange((id: string) => api.member.inviteAgain({ id }, { context: { failure: 'notice' } }), onDone);

export const useChangeMember = (onDone: () => void) =>
  useChange((input: Input<'change'>) => api.member.change(input), onDone);

export const useRemoveMember = (onDone: () => void) => useChange((id: string) => api.member.remove({ id }), onDone);
