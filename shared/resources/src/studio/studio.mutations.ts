import { useMutation } from '@tanstack/react-query';
import { api, calls, newIdempotencyKey } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** A commit may start a build, which pages of the application show. */
const CHANGED = [[['app']], calls.studio.show.key(), calls.studio.commits.key()];

type Commit = Omit<Parameters<typeof api.studio.commit>[0], 'id'>;

/** Commits changes, and builds as a push does. */
export function useCommit(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (commit: Commit) =>
      api.studio.commit({ id, ...commit }, { context: { idempotencyKey: newIdempotencyKey() } }),
    // Also after a refusal: the branch may have moved.
    onSettled: refresh,
  });
}

/** Puts the code of its template into an empty repository. */
export function useStartStudio(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: () => api.studio.start({ id }, { context: { idempotencyKey: newIdempotencyKey() } }),
    onSettled: refresh,
  });
}
