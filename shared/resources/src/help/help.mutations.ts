import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** What a change makes stale, in whatever remote it is shown. */
export const HELP_CHANGED = [calls.help.key()];

/** Says whether an article helped. */
export function useHelpVote() {
  return useMutation({ mutationFn: (input: Parameters<typeof api.help.vote>[0]) => api.help.vote(input) });
}

/** Counts a view; the article is there without it. */
export const countHelpRead = (slug: string): void => void api.help.read({ slug }).catch(() => undefined);

/** Writes an article of the partner. */
export function useCreateHelp() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.help.create>[0]) => api.help.create(input),
    onSuccess: useMarkStale(HELP_CHANGED),
  });
}

/** Saves the next version of an article. */
export function useSaveHelp() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.help.save>[0]) => api.help.save(input),
    onSuccess: useMarkStale(HELP_CHANGED),
  });
}

/** Shows the newest version to readers, or none. */
export function usePublishHelp() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.help.publish>[0]) =>
      api.help.publish(input, { context: { failure: 'notice' } }),
    onSuccess: useMarkStale(HELP_CHANGED),
  });
}

/** Saves an earlier version as the newest one. */
export function useRestoreHelp() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.help.restore>[0]) =>
      api.help.restore(input, { context: { failure: 'notice' } }),
    onSuccess: useMarkStale(HELP_CHANGED),
  });
}

/** Deletes an article with its versions. */
export function useRemoveHelp() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.help.remove>[0]) => api.help.remove(input),
    onSuccess: useMarkStale(HELP_CHANGED),
  });
}

/** What readers would see of a text. */
export function useHelpPreview() {
  return useMutation({ mutationFn: (input: Parameters<typeof api.help.preview>[0]) => api.help.preview(input) });
}
