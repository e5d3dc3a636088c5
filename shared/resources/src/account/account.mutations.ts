import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, t } from '@panel/core';
import { useMarkStale } from '../stale.ts';

const EMAIL_CHANGED = [calls.account.emailChange.key()];

/** Asks for another email; both addresses get a link. */
export function useChangeEmail(onDone: () => void) {
  const refresh = useMarkStale(EMAIL_CHANGED);
  return useMutation({
    mutationFn: (input: { email: string }) => api.account.changeEmail(input),
    onSuccess: () => {
      notify({
        kind: 'success',
        title: t('Check your email'),
        message: t('We’ve sent a link to both addresses. The email changes once both are confirmed.'),
      });
      onDone();
      return refresh();
    },
  });
}

/** Stops the change of the email that waits. */
export function useStopEmailChange() {
  const refresh = useMarkStale(EMAIL_CHANGED);
  return useMutation({
    mutationFn: () => api.account.stopEmailChange(undefined, { context: { failure: 'notice' } }),
    onSuccess: () => {
      notify({ kind: 'success', title: t('Success'), message: t('Your email stays as it is.') });
      return refresh();
    },
  });
}

/** Deletes the user's account. Nobody is signed in afterwards; the answer says where to go. */
export const useDeleteAccount = (onDone: (redirectUrl: string) => void) =>
  useMutation({
    mutationFn: () => api.account.remove(),
    onSuccess: ({ redirectUrl }) => onDone(redirectUrl),
  });

/** Does what the link of an email is for. */
export const useAccountLink = () => useMutation({ mutationFn: (token: string) => api.account.useLink({ token }) });

/** Begins to make an archive of the user's data. */
export function useStartExport() {
  const refresh = useMarkStale([calls.account.export.key()]);
  return useMutation({
    mutationFn: () => api.account.startExport(undefined, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** An address of the archive that ends after an hour. */
export const useExportLink = (onDone: (url: string) => void) =>
  useMutation({
    mutationFn: () => api.account.exportLink(undefined, { context: { failure: 'notice' } }),
    onSuccess: ({ url }) => onDone(url),
  });
