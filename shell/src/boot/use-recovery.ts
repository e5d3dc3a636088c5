import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { ApiError } from '@panel/core';
import { PageLoadError } from './load-errors.ts';
import { refreshRemotes } from './load-page.ts';
import { recoveryPart, type Broken } from './recovery-part.ts';

/** What RetryBoundary does about a page or part that failed; `again` renders it in the release of the registry. */
export function useRecovery({ remoteId, page, remote }: Omit<Broken, 'cause'>, again: () => void) {
  const { reset } = useQueryErrorResetBoundary();
  return {
    prepareRetry: async (error: unknown): Promise<void> => {
      if (error instanceof ApiError) reset();
      else await refreshRemotes(remoteId, !(error instanceof PageLoadError));
      again();
    },
    /** Reports it, and replaces it with an earlier release if there is one. */
    broke: async (cause: unknown): Promise<boolean> => {
      const isReplaced = await (await recoveryPart()).pageBroke({ remoteId, page, remote, cause });
      if (isReplaced) again();
      return isReplaced;
    },
  };
}
