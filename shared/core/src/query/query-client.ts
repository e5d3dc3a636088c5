import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/api-error.ts';

const RETRYABLE_STATUS = new Set([0, 502, 503, 504]);

/** Retries reads twice when the server was unreachable; a rejection is final. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < 2 && error instanceof ApiError && RETRYABLE_STATUS.has(error.status);
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // What the page shows is outdated: somebody else has changed it.
    mutationCache: new MutationCache({
      onError: (error) => {
        if (error instanceof ApiError && error.current) void client.invalidateQueries();
      },
    }),
    defaultOptions: {
      // Without a network the page shows an error with Retry, not an endless spinner.
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
  return client;
}

/** The query client of the page: the shell's, and the answers of the contract for every remote (ADR 0042). */
export const queryClient = createQueryClient();
