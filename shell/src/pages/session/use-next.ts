import { useSearchParams } from '@panel/core/router';

/** Where to go after the sign-in, and the query that hands it on to the next page of this kind. */
export function useNext(): { next: string | undefined; query: string } {
  const [search] = useSearchParams();
  const next = search.get('next') ?? undefined;
  return { next, query: next ? `?next=${encodeURIComponent(next)}` : '' };
}
