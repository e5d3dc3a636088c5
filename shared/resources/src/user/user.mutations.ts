import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@panel/contract/languages';
import { api, notify, usePartner, useSetUser, t } from '@panel/core';
import { setPassword } from '../session/session.mutations.ts';
import { profileQuery } from './user.queries.ts';

type ProfileInput = Parameters<typeof api.user.updateProfile>[0];

/** Saves the user's own profile; the frame shows the new name immediately. */
export function useUpdateProfile() {
  const cache = useQueryClient();
  const setUser = useSetUser();
  return useMutation({
    mutationFn: (input: ProfileInput) => api.user.updateProfile(input),
    onSuccess: ({ data }) => {
      cache.setQueryData(profileQuery.queryKey, data);
      setUser(data);
      notify({ kind: 'success', title: t('Success'), message: t('Profile saved.') });
    },
  });
}

/** Chooses the language of the panel; all of the page's texts change, so it is loaded again. */
export const useSetLanguage = () =>
  useMutation({
    mutationFn: (language: Language) => api.user.setLanguage({ language }, { context: { failure: 'notice' } }),
    onSuccess: () => window.location.reload(),
  });

/** Changes the user's own password and ends all their other sessions (decision: Session). */
export function useChangePassword() {
  const partner = usePartner();
  return useMutation({
    mutationFn: ({ current_password, password }: { current_password: string; password: string }) =>
      setPassword({ current_password, password, partner_id: partner.id }),
  });
}
