import { useDraft } from '@panel/core';
import { useSearchParams } from '@panel/core/router';

export type ApplyDraft = { sites: string[]; activate: boolean };
const EMPTY: ApplyDraft = { sites: [], activate: false };

/** The version that is being installed (`id` of the address), and the choice of sites, which survives a reload. */
export function useApplyDraft() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return { id, ...useDraft<ApplyDraft>(`extension-apply.${id}`, EMPTY) };
}
