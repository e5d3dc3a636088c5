import { useSearchParams } from '@panel/core/router';

/** Where to go after the sign-in, and the query that passes it on to the next session page. */
export function useNext(): { next: string | undefined; query: string } {
  const [search] = useSearchParams();
  const next = search.get('next') ?? undefined;
  return { next, query: next ? `?next=${encodeURIComponent(next)}` : '' };
}
