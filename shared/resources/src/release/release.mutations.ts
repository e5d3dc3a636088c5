import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import type { ChangeInput } from './release.queries.ts';

/** What a change of a channel makes stale. Previews are not: their dialog is closing, and a change that changes nothing is rejected. */
const RELEASE_CHANGED = [calls.release.running.key(), calls.release.list.key(), calls.release.changes.key()];
const WITH_PREVIEWS = [calls.release.key()];

/**
 * Makes the change that was previewed. `base` is from the preview: where the package was changed since, the server
 * rejects it, and the preview is read again. `onDone` gets the server's sentence, before the lists are read again.
 */
export function useChangeChannel(onDone: (detail: string) => void) {
  const refresh = useMarkStale(RELEASE_CHANGED);
  const refreshAll = useMarkStale(WITH_PREVIEWS);
  return useMutation({
    mutationFn: (input: ChangeInput & { base: string }) =>
      api.release.change(input, { context: { failure: 'caller' } }),
    onSuccess: ({ detail }) => {
      onDone(detail);
      return refresh();
    },
    onError: () => void refreshAll(),
  });
}

const counted = (count: number): string => `${count} ${count === 1 ? 'release was' : 'releases were'}`;

/** Removes releases that nothing has asked for in so many days. */
export function useCleanUp(onDone: (detail: string) => void) {
  const refreshAll = useMarkStale(WITH_PREVIEWS);
  return useMutation({
    mutationFn: (days: number) => api.release.cleanUp({ days }, { context: { failure: 'caller' } }),
    onSuccess: ({ removed, kept }) => {
      onDone(`${counted(removed.length)} removed, ${kept} kept.`);
      return refreshAll();
    },
    // Some releases may be gone before the storage failed.
    onError: () => void refreshAll(),
  });
}
