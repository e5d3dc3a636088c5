import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, t, type Passkey } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import { askPasskey, makePasskey } from './passkey.browser.ts';

const FACTORS_CHANGED = [calls.security.key()];
const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Makes a passkey on this device and adds it; the answer is the only place that has new recovery codes. */
export function useAddPasskey() {
  const refresh = useMarkStale(FACTORS_CHANGED);
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const credential = await makePasskey(await api.passkey.begin());
      return api.passkey.add({ name, credential });
    },
    onSuccess: refresh,
  });
}

export function useRenamePasskey({ id }: Pick<Passkey, 'id'>) {
  const refresh = useMarkStale(FACTORS_CHANGED);
  return useMutation({
    mutationFn: ({ name }: { name: string }) => api.passkey.rename({ id, name }),
    onSuccess: refresh,
  });
}

export function useRemovePasskey({ id, name }: Pick<Passkey, 'id' | 'name'>, onDone: () => void) {
  const refresh = useMarkStale(FACTORS_CHANGED);
  return useMutation({
    mutationFn: () => api.passkey.remove({ id }),
    onSuccess: () => {
      said(t('The passkey {name} was removed.', { name }));
      onDone();
      return refresh();
    },
  });
}

type Then = { next?: string };

/** Signs in with a passkey alone; with `suggest`, once the user picks one in the email field. */
export async function signInWithPasskey({ next }: Then, suggest = false) {
  const credential = await askPasskey(await api.passkey.signInOptions(), suggest);
  return api.passkey.signIn({ credential, next });
}

/** Finishes a sign-in that asks for a second factor; the answer says where to go. */
export async function finishWithPasskey(input: Then & { remember: boolean }) {
  const credential = await askPasskey(await api.passkey.secondFactorOptions());
  return api.passkey.secondFactor({ ...input, credential });
}

/** Proves again who the user is, for calls that ask for it. */
export const useProveWithPasskey = (onProved: () => void) =>
  useMutation({
    mutationFn: async () => {
      const credential = await askPasskey(await api.passkey.proofOptions());
      return api.security.prove({ credential });
    },
    onSuccess: onProved,
  });
