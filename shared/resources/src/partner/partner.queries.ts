import { keepPreviousData } from '@tanstack/react-query';
import type { Language } from '@panel/contract/languages';
import { calls, queryOf, type VersionKind } from '@panel/core';
import { brandingRead, sectionsRead } from './partner.reads.ts';

export const VERSIONS_SHOWN = 10;

export const brandingQuery = queryOf(brandingRead);
export const sectionsQuery = queryOf(sectionsRead);

/** The address that emails come from, and how well its domain is set up; asked anew by each visit. */
export const senderCheckQuery = (selector?: string) =>
  calls.partnerAdmin.senderCheck.queryOptions({ input: { selector }, staleTime: 0 });

/** The partner's own texts of a language. */
export const ownTextsQuery = (language: Language) => calls.partnerAdmin.texts.queryOptions({ input: { language } });

/** Texts of the panel that contain what was typed; none before anything is. */
export const findTextsQuery = (language: Language, search: string) =>
  calls.partnerAdmin.findTexts.queryOptions({
    input: { language, search },
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

/** Saved versions of the brand, of the switches or of the own texts, newest first. */
export const versionsQuery = (kind: VersionKind, pageIndex: number) =>
  calls.partnerAdmin.versions.queryOptions({
    input: { kind, pageIndex, pageSize: VERSIONS_SHOWN },
    placeholderData: keepPreviousData,
  });
