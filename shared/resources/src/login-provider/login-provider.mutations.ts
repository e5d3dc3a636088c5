import { useMutation } from '@tanstack/react-query';
import { api, calls, leaveTo, notify, t, type Api, type LoginIdentity, type LoginProvider } from '@panel/core';
import { useMarkStale } from '../stale.ts';

type InputOf<Call extends 'create' | 'change'> = Parameters<Api['loginProvider'][Call]>[0];

const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Begins to sign in at a provider; `leave` gets the address there. */
export const useStartAtProvider = (next: string | undefined, leave: (address: string) => void) =>
  useMutation({
    mutationFn: (slug: string) => api.loginProvider.start({ slug, next }),
    onSuccess: ({ redirectUrl }) => leave(redirectUrl),
  });

/** Leaves for a provider to link an account there; it comes back to the security page. */
export const useLinkIdentity = () =>
  useMutation({
    mutationFn: (slug: string) => api.loginProvider.link({ slug }, { context: { failure: 'notice' } }),
    onSuccess: ({ redirectUrl }) => leaveTo(redirectUrl),
  });

export function useUnlinkIdentity({ id, name }: Pick<LoginIdentity, 'id' | 'name'>, onDone: () => void) {
  const refresh = useMarkStale([calls.loginProvider.key()]);
  return useMutation({
    mutationFn: () => api.loginProvider.unlink({ id }),
    onSuccess: () => {
      said(t('{name} was unlinked.', { name }));
      onDone();
      return refresh();
    },
  });
}

export function useCreateLoginProvider() {
  const refresh = useMarkStale([calls.loginProvider.key()]);
  return useMutation({
    mutationFn: (input: InputOf<'create'>) => api.loginProvider.create(input),
    onSuccess: ({ data }) => {
      said(t('{name} was set up.', { name: data.name }));
      return refresh();
    },
  });
}

export function useChangeLoginProvider() {
  const refresh = useMarkStale([calls.loginProvider.key()]);
  return useMutation({
    mutationFn: (input: InputOf<'change'>) => api.loginProvider.change(input),
    onSuccess: ({ data }) => {
      said(t('{name} was changed.', { name: data.name }));
      return refresh();
    },
  });
}

export function useRemoveLoginProvider({ id, name }: Pick<LoginProvider, 'id' | 'name'>, onDone: () => void) {
  const refresh = useMarkStale([calls.loginProvider.key()]);
  return useMutation({
    mutationFn: () => api.loginProvider.remove({ id }),
    onSuccess: () => {
      said(t('{name} was removed.', { name }));
      onDone();
      return refresh();
    },
  });
}
