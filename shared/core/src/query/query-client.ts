import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/api-error.ts';

const RETRYABLE_STATUS = new Set([0, 502, 503, 504]);

/** Reads are asked again twice when the server could not be reached; a refusal is final. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < 2 && error instanceof ApiError && RETRYABLE_STATUS.has(error.status);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A network that is gone is an error that the page tells, with Retry; not a button that turns until it is back.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: shouldRetry,
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The one query cache of the page, shared by shell and remotes. */
export const queryClient = createQueryClient();
