import { useMutation } from '@tanstack/react-query';
import { api, calls, t } from '@panel/core';

import { useMarkStale } from '../stale.ts';
import type { ChangeInput } from './release.queries.ts';

/**
 * Stale after a change of a channel. Previews are left out: their dialog is closing, and a repeated change is
 * rejected.
 */
const RELEASE_CHANGED = [
  calls.release.running.key(),
  calls.release.list.key(),
  calls.release.changes.key(),
  calls.approval.key(),
];
const WITH_PREVIEWS = [calls.release.key()];

/**
 * Applies the previewed change. `base` is from the preview: if the package was changed since, the server rejects it,
 * and the preview is reloaded. `onDone` gets the server's message before the lists are reloaded.
 */
export function useChangeChannel(onDone: (detail: string) => void) {
  const refresh = useMarkStale(RELEASE_CHANGED);
  const refreshAll = useMarkStale(WITH_PREVIEWS);
  return useMutation({
    mutationFn: (input: ChangeInput & { base: string }) => api.release.change(input),
    onSuccess: ({ detail }) => {
      onDone(detail);
      return refresh();
    },
    onError: () => void refreshAll(),
  });
}

/** Removes releases without requests for this many days. */
export function useCleanUp(onDone: (detail: string) => void) {
  const refreshAll = useMarkStale(WITH_PREVIEWS);
  return useMutation({
    mutationFn: (days: number) => api.release.cleanUp({ days }),
    onSuccess: ({ removed, kept }) => {
      onDone(
        t('{count, plural, one {# release was} other {# releases were}} removed, {kept} kept.', {
          count: removed.length,
          kept,
        }),
      );
      return refreshAll();
    },
    // Some releases may have been removed before the storage failed.
    onError: () => void refreshAll(),
  });
}
