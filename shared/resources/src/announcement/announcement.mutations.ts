import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import { announcementBannerQuery } from './announcement.queries.ts';

type Input<Call extends 'create' | 'save'> = Parameters<(typeof api.announcement)[Call]>[0];

/** What a change makes stale, in whatever remote it is shown. */
const CHANGED = [calls.announcement.key()];

export function useCreateAnnouncement() {
  return useMutation({
    mutationFn: (input: Input<'create'>) => api.announcement.create(input),
    onSuccess: useMarkStale(CHANGED),
  });
}

export function useSaveAnnouncement() {
  return useMutation({
    mutationFn: (input: Input<'save'>) => api.announcement.save(input),
    onSuccess: useMarkStale(CHANGED),
  });
}

/** Ends an announcement for everybody. */
export function useEndAnnouncement(onDone: () => void) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (id: string) => api.announcement.end({ id }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

/** What customers would see of a text. */
export function useAnnouncementPreview() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.announcement.preview>[0]) => api.announcement.preview(input),
  });
}

/** Closes the banner for this account; the next announcement, if any, takes its place. */
export function useDismissAnnouncement() {
  const cache = useQueryClient();
  const { queryKey } = announcementBannerQuery;
  return useMutation({
    mutationFn: (id: string) => api.announcement.dismiss({ id }, { context: { failure: 'notice' } }),
    onMutate: () => cache.setQueryData(queryKey, { announcement: null }),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
}
