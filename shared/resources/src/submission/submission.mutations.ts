import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** What a change makes stale, in whatever remote it is shown. */
export const SUBMISSION_CHANGED = [calls.submission.key()];

/** Marks a submission as spam, or as none. */
export function useMarkSubmission() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.submission.mark>[0]) =>
      api.submission.mark(input, { context: { failure: 'notice' } }),
    onSuccess: useMarkStale(SUBMISSION_CHANGED),
  });
}

/** Deletes a submission with its files. */
export function useRemoveSubmission() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.submission.remove>[0]) => api.submission.remove(input),
    onSuccess: useMarkStale(SUBMISSION_CHANGED),
  });
}
