import { useEffect, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, calls, type ExtensionChange, type ExtensionKind, type ExtensionRun } from '@panel/core';
import { markStale, useMarkStale } from '../stale.ts';
import { SITE_CHANGED } from '../site/site-changed.ts';

/** Stale after a change of the library: it decides which updates there are. */
const libraryChanged = (kind: ExtensionKind) => [calls[kind].list.key(), calls[kind].installed.key()];
/** Stale while and after sites are changed. */
const installedChanged = (kind: ExtensionKind) => [
  calls[kind].installed.key(),
  calls[kind].availableSites.key(),
  ...SITE_CHANGED,
];

/** Adds a zip to the library. */
export function useUploadExtension(kind: ExtensionKind) {
  const refresh = useMarkStale(libraryChanged(kind));
  return useMutation({
    mutationFn: (file: File) => api[kind].upload({ file }, { context: { failure: 'caller' } }),
    onSuccess: refresh,
  });
}

/** Deletes a version from the library. `onDone` runs before the list is reloaded: the new rows may unmount the dialog. */
export function useRemoveExtension(kind: ExtensionKind, onDone: () => void) {
  const refresh = useMarkStale(libraryChanged(kind));
  return useMutation({
    mutationFn: (id: string) => api[kind].remove({ id }, { context: { failure: 'caller' } }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** Starts a change on many sites; the response names the run that shows its progress. */
export function useChangeExtensions(kind: ExtensionKind, onStarted: (runId: string) => void) {
  const refresh = useMarkStale(installedChanged(kind));
  return useMutation({
    mutationFn: (input: ExtensionChange) => api[kind].change(input, { context: { failure: 'caller' } }),
    onSuccess: ({ run_id }) => {
      onStarted(run_id);
      return refresh();
    },
  });
}

/** Reads the sites again before the list is shown. */
export function useCheckInstalled(kind: ExtensionKind) {
  const refresh = useMarkStale(installedChanged(kind));
  return useMutation({
    mutationFn: () => api[kind].installed({ pageSize: 1, check: 'now' }, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Reloads what a run has changed, once for each site that ends. */
export function useFreshAfterRun(kind: ExtensionKind, { sites }: ExtensionRun): void {
  const cache = useQueryClient();
  const open = sites.filter(({ status }) => ['queued', 'running', 'cancelling'].includes(status)).length;
  const seen = useRef(open);
  useEffect(() => {
    if (seen.current === open) return;
    seen.current = open;
    void markStale(cache, installedChanged(kind));
  }, [cache, kind, open]);
}
