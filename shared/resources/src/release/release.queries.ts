import { keepPreviousData } from '@tanstack/react-query';
import { calls, type Api, type ListState } from '@panel/core';

/** While the page is in sight; a tab in the background asks nothing. */
const LIVE_MS = 10_000;

export type ReleaseOverview = Awaited<ReturnType<Api['release']['running']>>;
export type ChangeInput = Omit<Parameters<Api['release']['change']>[0], 'dryRun' | 'base'>;
export type ChangePreview = Awaited<ReturnType<Api['release']['change']>>;

/** What runs everywhere, and the policies that it follows from. */
export const runningQuery = calls.release.running.queryOptions({ input: {}, refetchInterval: LIVE_MS });

/** One page of a package's releases, the newest first. */
export const releasesQuery = (input: { package: string; pageIndex: number; pageSize: number }) =>
  calls.release.list.queryOptions({ input, placeholderData: keepPreviousData, refetchInterval: LIVE_MS });

export const CHANGES = {
  columns: ['created_at'],
  orderBy: 'created_at',
  pageSize: 20,
  filters: ['partner', 'package'],
} as const;

/** The audit log, newest first. */
export const changesQuery = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<'created_at'>) =>
  calls.release.changes.queryOptions({
    input: { pageIndex, pageSize, orderBy, sortOrder },
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

/** Previews are answers of a change that is not made: a POST, so it is read with the failure left to the page. */
const PREVIEW = { staleTime: 0, gcTime: 0, context: { failure: 'caller' } } as const;

/** What a change would do, answered by the server without doing it; rejects with its refusal. */
export const previewQuery = (change: ChangeInput) =>
  calls.release.change.queryOptions({ input: { ...change, dryRun: true }, ...PREVIEW, refetchInterval: LIVE_MS });

/** What a clean-up would remove now. */
export const cleanUpQuery = (days: number) =>
  calls.release.cleanUp.queryOptions({ input: { days, dryRun: true }, ...PREVIEW });
