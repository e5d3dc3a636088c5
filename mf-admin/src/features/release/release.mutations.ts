import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@panel/core';
import type { ChangeInput } from './release.queries.ts';

/** Reads everything again; `withPreview` false once it is done: the dialog is closing, and what is so already is refused. */
function useRefreshReleases() {
  const cache = useQueryClient();
  return ({ withPreview = true } = {}) => cache.invalidateQueries({ queryKey: ['release'], predicate: ({ queryKey }) => withPreview || queryKey[1] !== 'preview' });
}

/**
 * Does what was previewed. `base` is from the preview: where the package was changed since, the server refuses, and the
 * preview is read again. `onDone` gets the server's sentence, before the lists are read again.
 */
export function useChangeChannel(onDone: (detail: string) => void) {
  const refresh = useRefreshReleases();
  return useMutation({
    mutationFn: (input: ChangeInput & { base: string }) => api.release.change(input, { context: { failure: 'caller' } }),
    onSuccess: ({ detail }) => {
      onDone(detail);
      return refresh({ withPreview: false });
    },
    onError: () => void refresh(),
  });
}

const counted = (count: number): string => `${count} ${count === 1 ? 'release was' : 'releases were'}`;

/** Removes releases that nothing has asked for in so many days. */
export function useCleanUp(onDone: (detail: string) => void) {
  const refresh = useRefreshReleases();
  return useMutation({
    mutationFn: (days: number) => api.release.cleanUp({ days }, { context: { failure: 'caller' } }),
    onSuccess: ({ removed, kept }) => {
      onDone(`${counted(removed.length)} removed, ${kept} kept.`);
      return refresh();
    },
    // A part may be gone before the storage failed.
    onError: () => void refresh(),
  });
}
