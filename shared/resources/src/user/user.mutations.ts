import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, notify, useSetUser } from '@panel/core';
import { profileQuery } from './user.queries.ts';

type ProfileInput = Parameters<typeof api.user.updateProfile>[0];

/** Saves the user's own profile; the frame shows the new name immediately. */
export function useUpdateProfile() {
  const cache = useQueryClient();
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (input: ProfileInput) => api.user.updateProfile(input, { context: { failure: 'caller' } }),
    onSuccess: ({ data }) => {
      cache.setQueryData(profileQuery.queryKey, data);
      setUser(data);
      notify({ kind: 'success', title: 'Success', message: 'Profile saved.' });
    },
  });
}
