import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Marks everything below these keys as stale and reloads what is on the page. Resolves when that is done. */
export async function markStale(cache: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
}

/** The same for a mutation's `onSuccess`. */
export function useMarkStale(keys: readonly QueryKey[]): () => Promise<void> {
  const cache = useQueryClient();
  return () => markStale(cache, keys);
}
