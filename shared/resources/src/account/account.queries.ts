import { queryOptions } from '@tanstack/react-query';
import { api, ApiError, calls, queryOf } from '@panel/core';
import { emailChangeRead } from './account.reads.ts';

/** The change of the user's email that waits. */
export const emailChangeQuery = queryOf(emailChangeRead);

/** What a deletion of the user's account would remove. */
export const belongingsQuery = calls.account.belongings.queryOptions();

const POLL_MS = 3000;

/** The newest archive of the user's data; asked for again while it is made. */
export const accountExportQuery = calls.account.export.queryOptions({
  refetchInterval: ({ state }) => (state.data?.export?.status === 'running' ? POLL_MS : false),
});

/** What the link of an email about an account would do; null for one that is no longer valid. It is not used up. */
export const accountLinkQuery = (token: string) =>
  queryOptions({
    queryKey: calls.account.link.queryKey({ input: { token } }),
    queryFn: async () => {
      try {
        return await api.account.link({ token });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'TOKEN_INVALID') return null;
        throw error;
      }
    },
    // Once for each visit: a link that is used up elsewhere is refused when it is used.
    staleTime: Infinity,
  });
