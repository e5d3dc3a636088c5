import { calls, queryOf, type ExtensionKind, type ListState } from '@panel/core';
import { directoryRead, installedRead, libraryRead } from './extension.reads.ts';

/** Polling interval while a task changes one of the sites. */
const PROGRESS_POLL_MS = 3000;
const RUN_POLL_MS = 1000;
const RUN_POLL_MAX_MS = 5000;

/** The versions in the library. */
export const libraryQuery = (kind: ExtensionKind, state: ListState) => queryOf(libraryRead(kind, state));

/** A page of the directory. The page shows what went wrong with it, and the library stays open. */
export const directoryQuery = (kind: ExtensionKind, state: ListState) =>
  queryOf(directoryRead(kind, state), { retry: false, throwOnError: false });

/** One entry of the directory with its texts. */
export const directoryItemQuery = (kind: ExtensionKind, slug: string) =>
  calls[kind].directoryItem.queryOptions({ input: { slug }, retry: false, throwOnError: false });

/** What is installed on all sites, as the last checks found it. */
export const installedQuery = (kind: ExtensionKind, state: ListState) =>
  queryOf(installedRead(kind, state), {
    refetchInterval: ({ state: { data } }) =>
      data?.pageElements.some(({ sites }) => sites.some(({ task_id }) => task_id !== null)) ? PROGRESS_POLL_MS : false,
  });

/** One version of the library. */
export const extensionQuery = (kind: ExtensionKind, id: string) => calls[kind].byId.queryOptions({ input: { id } });

/** The sites on which a version can be installed, and why not on the others. */
export const availableSitesQuery = (kind: ExtensionKind, input: { slug: string; version: string }) =>
  calls[kind].availableSites.queryOptions({ input, staleTime: 0 });

/** Plans that wait for a decision, or whose sites are being changed. */
export const openPlansQuery = (kind: ExtensionKind) =>
  calls.extensionRun.open.queryOptions({
    input: { kind },
    refetchInterval: ({ state }) => (state.data?.length ? PROGRESS_POLL_MS : false),
  });

/** Progress of a change on many sites: 1 s at first, rising to 5 s. */
export const runQuery = (id: string) =>
  calls.extensionRun.byId.queryOptions({
    input: { id },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.ended ? false : Math.min(RUN_POLL_MAX_MS, RUN_POLL_MS + state.dataUpdateCount * 250),
  });
