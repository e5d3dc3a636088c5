import { useMutation } from '@tanstack/react-query';
import type { ApiTokenInput } from '@panel/contract';
import { api, calls, notify, type ApiToken, t } from '@panel/core';

import { useMarkStale } from '../stale.ts';

const API_TOKEN_CHANGED = [calls.apiToken.key(), calls.notification.key()];

const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Creates a token; the answer is the only place that has its text. */
export function useCreateApiToken() {
  const refresh = useMarkStale(API_TOKEN_CHANGED);
  return useMutation({
    mutationFn: (input: ApiTokenInput) => api.apiToken.create(input),
    onSuccess: refresh,
  });
}

export function useRevokeApiToken({ id, name }: Pick<ApiToken, 'id' | 'name'>, onDone: () => void) {
  const refresh = useMarkStale(API_TOKEN_CHANGED);
  return useMutation({
    mutationFn: () => api.apiToken.revoke({ id }),
    onSuccess: () => {
      said(t('Token “{name}” revoked.', { name }));
      onDone();
      return refresh();
    },
  });
}

export function useRevokeAllApiTokens(onDone: () => void) {
  const refresh = useMarkStale(API_TOKEN_CHANGED);
  return useMutation({
    mutationFn: () => api.apiToken.revokeAll({}),
    onSuccess: ({ revoked }) => {
      said(t('{count, plural, one {# token} other {# tokens}} revoked.', { count: revoked }));
      onDone();
      return refresh();
    },
  });
}
