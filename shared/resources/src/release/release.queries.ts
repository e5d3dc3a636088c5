import { keepPreviousData } from '@tanstack/react-query';
import type { PlatformError } from '@panel/contract/platform-errors';
import { calls, queryOf, type Api, type ListState } from '@panel/core';
import { runningRead } from './release.reads.ts';

/** Polls while the page is visible; a background tab does not. */
const LIVE_MS = 10_000;

export type ReleaseOverview = Awaited<ReturnType<Api['release']['running']>>;
export type ChangeInput = Omit<Parameters<Api['release']['change']>[0], 'dryRun' | 'base'>;
export type ChangePreview = Awaited<ReturnType<Api['release']['change']>>;

export const runningQuery = queryOf(runningRead, { refetchInterval: LIVE_MS });

/** One page of a package's releases, the newest first. */
export const releasesQuery = (input: { package: string; pageIndex: number; pageSize: number }) =>
  calls.release.list.queryOptions({ input, placeholderData: keepPreviousData, refetchInterval: LIVE_MS });

/** Messages and stacks of one kind of failure in the last day. */
export const failuresQuery = (reason: PlatformError) =>
  calls.release.failures.queryOptions({ input: { reason }, refetchInterval: LIVE_MS });

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

/**
 * Previews are responses to a change that is not applied: a POST, read like a query, whose failure the page handles.
 */
const PREVIEW = { staleTime: 0, gcTime: 0 } as const;

/** What a change would do, computed by the server without applying it; rejects with its refusal. */
export const previewQuery = (change: ChangeInput) =>
  calls.release.change.queryOptions({ input: { ...change, dryRun: true }, ...PREVIEW, refetchInterval: LIVE_MS });

/** What a clean-up would remove now. */
export const cleanUpQuery = (days: number) =>
  calls.release.cleanUp.queryOptions({ input: { days, dryRun: true }, ...PREVIEW });
