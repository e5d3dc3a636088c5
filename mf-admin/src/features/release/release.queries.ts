import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type ListState } from '@panel/core';

/** While the page is in sight; a tab in the background asks nothing. */
const LIVE_MS = 10_000;

export type ReleaseOverview = Awaited<ReturnType<typeof api.release.running>>;
export type ChangeInput = Omit<Parameters<typeof api.release.change>[0], 'dryRun' | 'base'>;
export type ChangePreview = Awaited<ReturnType<typeof api.release.change>>;

/** What runs everywhere, and the lines that it follows from. */
export const runningQuery = queryOptions({
  queryKey: ['release', 'running'],
  queryFn: ({ signal }) => api.release.running({}, { signal }),
  refetchInterval: LIVE_MS,
});

/** One page of a package's releases, the newest first. */
export const releasesQuery = (input: { package: string; pageIndex: number; pageSize: number }) =>
  queryOptions({
    queryKey: ['release', 'list', input],
    queryFn: ({ signal }) => api.release.list(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

export const CHANGES = { columns: ['created_at'], orderBy: 'created_at', pageSize: 20, filters: ['partner', 'package'] } as const;

/** The audit log, newest first. */
export const changesQuery = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<'created_at'>) => {
  const input = { pageIndex, pageSize, orderBy, sortOrder };
  return queryOptions({
    queryKey: ['release', 'changes', input],
    queryFn: ({ signal }) => api.release.changes(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
};

/** What a change would do, told by the server without doing it; rejects with its refusal. */
export const previewQuery = (change: ChangeInput) =>
  queryOptions({
    queryKey: ['release', 'preview', change],
    queryFn: ({ signal }) => api.release.change({ ...change, dryRun: true }, { signal, context: { failure: 'caller' } }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: LIVE_MS,
  });

/** What a clean-up would remove now. */
export const cleanUpQuery = (days: number) =>
  queryOptions({
    queryKey: ['release', 'clean-up', days],
    queryFn: ({ signal }) => api.release.cleanUp({ days, dryRun: true }, { signal, context: { failure: 'caller' } }),
    staleTime: 0,
    gcTime: 0,
  });
