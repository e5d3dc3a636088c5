import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, t, type Api } from '@panel/core';
import { useMarkStale } from '../stale.ts';

type Keys = Parameters<Api['paymentAccount']['connect']>[0];

const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Connects an account, or replaces the keys of the connected one. */
export function useConnectAccount() {
  const refresh = useMarkStale([calls.paymentAccount.key()]);
  return useMutation({
    mutationFn: (input: Keys) => api.paymentAccount.connect(input),
    onSuccess: ({ data }) => {
      said(t('Your customers now pay to {name}.', { name: data.account?.name ?? '' }));
      return refresh();
    },
  });
}

/** Asks the provider whether the connected account still works. */
export function useCheckAccount() {
  const refresh = useMarkStale([calls.paymentAccount.key()]);
  return useMutation({
    mutationFn: () => api.paymentAccount.check(undefined, { context: { failure: 'notice' } }),
    onSuccess: ({ data }) => {
      if (data.account?.problem === null) said(t('The account works.'));
      return refresh();
    },
  });
}

/** Disconnects the account. */
export function useDisconnectAccount(onDone: () => void) {
  const refresh = useMarkStale([calls.paymentAccount.key()]);
  return useMutation({
    mutationFn: () => api.paymentAccount.disconnect(),
    onSuccess: () => {
      said(t('The account was disconnected.'));
      onDone();
      return refresh();
    },
  });
}
