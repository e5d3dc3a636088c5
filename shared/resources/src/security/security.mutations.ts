import { useMutation } from '@tanstack/react-query';
import { api, calls, notify, type OwnSession } from '@panel/core';
import { counted } from '../counted.ts';
import { useMarkStale } from '../stale.ts';
import { deviceLabel } from './security.labels.ts';

const SESSIONS_CHANGED = [calls.security.key()];

const said = (message: string): void => notify({ kind: 'success', title: 'Success', message });

/** Signs one browser out. */
export function useEndSession(session: OwnSession, onDone: () => void) {
  const refresh = useMarkStale(SESSIONS_CHANGED);
  return useMutation({
    mutationFn: () => api.security.endSession({ id: session.id }),
    onSuccess: () => {
      said(`${deviceLabel(session)} was signed out.`);
      onDone();
      return refresh();
    },
  });
}

/** Signs all browsers but this one out. */
export function useEndOtherSessions(onDone: () => void) {
  const refresh = useMarkStale(SESSIONS_CHANGED);
  return useMutation({
    mutationFn: () => api.security.endOtherSessions({}),
    onSuccess: ({ ended }) => {
      said(`${counted(ended, 'session')} ended.`);
      onDone();
      return refresh();
    },
  });
}
