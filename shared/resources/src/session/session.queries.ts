import { queryOptions } from '@tanstack/react-query';
import { api, ApiError, calls } from '@panel/core';
import type { LinkKind } from '@panel/contract';

/** Whether the link of an email can still set a password. The check does not use it up. */
export const passwordLinkQuery = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: calls.session.passwordLink.queryKey({ input: { kind, token } }),
    queryFn: async () => {
      try {
        await api.session.passwordLink({ kind, token });
        return { valid: true };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'TOKEN_INVALID') return { valid: false };
        throw error;
      }
    },
    // Once for each visit: a link that is used up elsewhere is refused when the form is sent.
    staleTime: Infinity,
  });
