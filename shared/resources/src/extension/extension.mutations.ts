import { useEffect, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  api,
  calls,
  type ExtensionChange,
  type ExtensionKind,
  type ExtensionRun,
  type PlanDecision,
} from '@panel/core';
import { markStale, useMarkStale } from '../stale.ts';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { useUpload } from '../upload/use-upload.ts';

/** Stale after a change of the library: it decides which updates there are. */
const libraryChanged = (kind: ExtensionKind) => [
  calls[kind].list.key(),
  calls[kind].installed.key(),
  calls[kind].directory.key(),
  calls[kind].directoryItem.key(),
];
/** Stale while and after sites are changed. */
const installedChanged = (kind: ExtensionKind) => [
  calls[kind].installed.key(),
  calls[kind].availableSites.key(),
  calls.extensionRun.open.key(),
  ...SITE_CHANGED,
];

/** Adds a zip to the library. */
export function useUploadExtension(kind: ExtensionKind) {
  const refresh = useMarkStale(libraryChanged(kind));
  const upload = useUpload();
  const mutation = useMutation({
    mutationFn: (file: File) =>
      upload.run(({ signal, upload: sending }) => api[kind].upload({ file }, { signal, context: { upload: sending } })),
    onSuccess: refresh,
  });
  return { ...mutation, percent: upload.percent, cancel: upload.cancel };
}

/** Adds the newest version of an entry of the directory to the library. */
export function useAddFromDirectory(kind: ExtensionKind) {
  const refresh = useMarkStale(libraryChanged(kind));
  return useMutation({
    mutationFn: (slug: string) => api[kind].addFromDirectory({ slug }, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Deletes a version from the library. `onDone` runs before the list is reloaded: the new rows may unmount the dialog. */
export function useRemoveExtension(kind: ExtensionKind, onDone: () => void) {
  const refresh = useMarkStale(libraryChanged(kind));
  return useMutation({
    mutationFn: (id: string) => api[kind].remove({ id }),
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
    mutationFn: (input: ExtensionChange) => api[kind].change(input),
    onSuccess: ({ run_id }) => {
      onStarted(run_id);
      return refresh();
    },
  });
}

/** Continues or stops a plan in the state that is shown, or leaves out one of its sites. */
export function useDecidePlan({ id, kind, state }: Pick<ExtensionRun, 'id' | 'kind' | 'state'>) {
  const refresh = useMarkStale([calls.extensionRun.key(), ...installedChanged(kind)]);
  return useMutation({
    mutationFn: (input: { decision: PlanDecision; site_id?: string }) =>
      api.extensionRun.decide({ id, ...(state && { state }), ...input }),
    onSettled: refresh,
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
  const open = sites.filter(({ status }) => ['waiting', 'queued', 'running', 'cancelling'].includes(status)).length;
  const seen = useRef(open);
  useEffect(() => {
    if (seen.current === open) return;
    seen.current = open;
    void markStale(cache, installedChanged(kind));
  }, [cache, kind, open]);
}
