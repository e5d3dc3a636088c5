import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** One change of a team; the list and the log of changes are stale after it. */
function useTeamChange<I, A>(change: (input: I) => Promise<A>, onDone: (answer: A) => void) {
  const refresh = useMarkStale([calls.team.key(), calls.release.changes.key()]);
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      onDone(answer);
      return refresh();
    },
  });
}

type Input<Call extends 'create' | 'update' | 'addKey'> = Parameters<(typeof api.team)[Call]>[0];

/** Adds a team, or saves one that has an id. */
export const useSaveTeam = (id: string | null, onDone: (message: string) => void) =>
  useTeamChange(
    ({ expected, ...input }: Omit<Input<'update'>, 'id'>) =>
      id === null ? api.team.create(input) : api.team.update({ id, ...input, expected }),
    ({ message = '' }) => onDone(message),
  );

/** Adds a pasted public key. */
export const useAddKey = (onDone: (message: string) => void) =>
  useTeamChange(
    (input: Input<'addKey'>) => api.team.addKey(input),
    ({ message = '' }) => onDone(message),
  );

/** Creates the code of an invitation; only this response has it. */
export const useInvite = () =>
  useTeamChange(
    (id: string) => api.team.invite({ id }),
    () => undefined,
  );

/** Rejects a key from now on. */
export const useRevokeKey = (onDone: (message: string) => void) =>
  useTeamChange(
    (keyId: string) => api.team.revoke({ keyId }),
    ({ message = '' }) => onDone(message),
  );
