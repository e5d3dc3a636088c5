import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, t, type Api, type OwnSession } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import { deviceLabel } from './security.labels.ts';

type InputOf<Call extends 'confirmTotp' | 'removeTotp' | 'prove' | 'saveStaffPolicy'> = Parameters<
  Api['security'][Call]
>[0];

const SECURITY_CHANGED = [calls.security.key()];

const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Signs one browser out. */
export function useEndSession(session: OwnSession, onDone: () => void) {
  const refresh = useMarkStale(SECURITY_CHANGED);
  return useMutation({
    mutationFn: () => api.security.endSession({ id: session.id }),
    onSuccess: () => {
      said(t('{device} was signed out.', { device: deviceLabel(session) }));
      onDone();
      return refresh();
    },
  });
}

/** Signs all browsers but this one out. */
export function useEndOtherSessions(onDone: () => void) {
  const refresh = useMarkStale(SECURITY_CHANGED);
  return useMutation({
    mutationFn: () => api.security.endOtherSessions({}),
    onSuccess: ({ ended }) => {
      said(t('{ended, plural, one {# session} other {# sessions}} ended.', { ended }));
      onDone();
      return refresh();
    },
  });
}

/** Proves again who the user is, for calls that ask for it. */
export const prove = (input: InputOf<'prove'>) => api.security.prove(input);

/** Begins to set up an authenticator app; the answer is the only place that has its secret. */
export const useBeginTotp = () =>
  useMutation({ mutationFn: () => api.security.beginTotp(undefined, { context: { failure: 'notice' } }) });

/** Confirms the app with a code; the answer is the only place that has the recovery codes. */
export function useConfirmTotp() {
  const refresh = useMarkStale(SECURITY_CHANGED);
  return useMutation({
    mutationFn: (input: InputOf<'confirmTotp'>) => api.security.confirmTotp(input),
    onSuccess: refresh,
  });
}

export function useRemoveTotp(onDone: () => void) {
  const refresh = useMarkStale(SECURITY_CHANGED);
  return useMutation({
    mutationFn: (input: InputOf<'removeTotp'>) => api.security.removeTotp(input),
    onSuccess: () => {
      said(t('Authenticator app removed.'));
      onDone();
      return refresh();
    },
  });
}

/** Replaces the recovery codes; the answer is the only place that has the new ones. */
export function useNewRecoveryCodes() {
  const refresh = useMarkStale(SECURITY_CHANGED);
  return useMutation({
    mutationFn: () => api.security.newRecoveryCodes(),
    onSuccess: refresh,
  });
}

/** Requires a second factor of all staff, or ends that. */
export function useSaveStaffPolicy() {
  const refresh = useMarkStale(SECURITY_CHANGED);
  return useMutation({
    mutationFn: (input: InputOf<'saveStaffPolicy'>) =>
      api.security.saveStaffPolicy(input, { context: { failure: 'notice' } }),
    onSuccess: ({ data }) => {
      said(data.second_factor ? t('Staff now need a second factor.') : t('Staff no longer need a second factor.'));
      return refresh();
    },
  });
}
