import type { StudioText } from '@panel/contract';
import { t } from '@panel/core';
import type { StudioDraft } from './studio.draft.ts';

const KINDS: Readonly<Record<StudioText['kind'], string>> = {
  text: t('Text'),
  binary: t('This is not a text file'),
  too_large: t('This file is too large to edit here'),
  link: t('This is a link'),
};

/** Why a file has no text to edit. */
export const textKindLabel = (kind: StudioText['kind']): string => KINDS[kind];

/** What a change is called. */
export function draftLabel(path: string, { from, text, gone }: StudioDraft): string {
  if (gone) return t('Deleted');
  if (from === null) return t('New');
  if (from === path) return t('Edited');
  return text === null ? t('Renamed') : t('Renamed and edited');
}
