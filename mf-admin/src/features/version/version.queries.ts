import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type VersionKind } from '@panel/core';

export const VERSIONS_SHOWN = 10;

/** Saved versions of the brand or of the switches, newest first. */
export const versionsQuery = (kind: VersionKind, pageIndex: number) =>
  queryOptions({
    queryKey: ['partner', 'versions', kind, pageIndex],
    queryFn: ({ signal }) => api.partnerAdmin.versions({ kind, pageIndex, pageSize: VERSIONS_SHOWN }, { signal }),
    placeholderData: keepPreviousData,
  });
