import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { api, ApiError, calls, notify, refreshPartner, type BrandImage, type VersionKind, t } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import type { Language } from '@panel/contract/languages';
import { brandingQuery, ownTextsQuery, sectionsQuery } from './partner.queries.ts';

/** Stale after a change of brand or switches: the pages that show them, the frame, and the list of versions. */
function useRefreshPartner() {
  const refresh = useMarkStale([calls.partnerAdmin.key()]);
  return async () => {
    // The change is saved; if the frame cannot be refreshed, the next page view shows it.
    await Promise.all([refresh(), refreshPartner().catch(() => undefined)]);
  };
}

/**
 * One change of brand or switches, live immediately. After a conflict the page shows what the other person saved;
 * unsaved input stays in its form.
 */
function usePartnerChange<I, A>(change: (input: I) => Promise<A>, onDone?: (answer: A) => void) {
  const refresh = useRefreshPartner();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      onDone?.(answer);
      return refresh();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') void refresh();
    },
  });
}

/** Saves a new version; the response replaces the loaded one. */
function useSaveVersion<I, D>(save: (input: I) => Promise<{ data: D }>, queryKey: QueryKey) {
  const cache = useQueryClient();
  return usePartnerChange(save, ({ data }) => void cache.setQueryData(queryKey, data));
}

type BrandingInput = Parameters<typeof api.partnerAdmin.saveBranding>[0];
type TextsInput = Parameters<typeof api.partnerAdmin.saveTexts>[0];
type SwitchInput = Parameters<typeof api.partnerAdmin.switchSection>[0];
type Restore = { base: number; version: number };

/** Makes the brand live; the frame around the page follows immediately. */
export const useSaveBranding = () =>
  useSaveVersion((input: BrandingInput) => api.partnerAdmin.saveBranding(input), brandingQuery.queryKey);

/** Makes the own texts of a language live; what is rendered from now on says them. */
export const useSaveTexts = (language: Language) =>
  useSaveVersion((input: TextsInput) => api.partnerAdmin.saveTexts(input), ownTextsQuery(language).queryKey);

/** Switches one section; menus around the page follow immediately. */
export const useSwitchSection = () =>
  useSaveVersion((input: SwitchInput) => api.partnerAdmin.switchSection(input), sectionsQuery.queryKey);

/** Restores a version. `base` is the version that the page shows. */
export const useRestoreVersion = (kind: VersionKind, onDone?: () => void) =>
  usePartnerChange(({ base, version }: Restore) => api.partnerAdmin.restore({ kind, base, version }), onDone);

/** In chunks: a whole image exceeds the number of arguments of one call. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** Stores an image and returns its address; it becomes part of the brand once the form is saved. */
export function useUploadImage(image: BrandImage) {
  return useMutation({
    mutationFn: async (file: File) => {
      const data = base64Of(new Uint8Array(await file.arrayBuffer()));
      return (await api.partnerAdmin.uploadImage({ image, data })).address;
    },
    onError: (error) => notify({ kind: 'error', title: t('We couldn’t use this image'), message: error.message }),
  });
}
