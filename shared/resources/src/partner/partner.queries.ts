import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type VersionKind } from '@panel/core';
import { brandingRead, sectionsRead } from './partner.reads.ts';

export const VERSIONS_SHOWN = 10;

export const brandingQuery = queryOf(brandingRead);
export const sectionsQuery = queryOf(sectionsRead);

/** Saved versions of the brand or of the switches, newest first. */
export const versionsQuery = (kind: VersionKind, pageIndex: number) =>
  calls.partnerAdmin.versions.queryOptions({
    input: { kind, pageIndex, pageSize: VERSIONS_SHOWN },
    placeholderData: keepPreviousData,
  });
