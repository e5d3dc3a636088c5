import { keepPreviousData } from '@tanstack/react-query';
import { calls, type VersionKind } from '@panel/core';

export const VERSIONS_SHOWN = 10;

/** The brand as it is edited: attributes, images and the version that the page shows. */
export const brandingQuery = calls.partnerAdmin.branding.queryOptions({ input: {} });

/** The section switches. */
export const sectionsQuery = calls.partnerAdmin.sections.queryOptions({ input: {} });

/** Saved versions of the brand or of the switches, newest first. */
export const versionsQuery = (kind: VersionKind, pageIndex: number) =>
  calls.partnerAdmin.versions.queryOptions({
    input: { kind, pageIndex, pageSize: VERSIONS_SHOWN },
    placeholderData: keepPreviousData,
  });
