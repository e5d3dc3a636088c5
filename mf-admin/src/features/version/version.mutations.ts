import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { api, ApiError, refreshPartner, type VersionKind } from '@panel/core';

/** Everything that tells of brand and switches is read again: this page, the frame around it, the list of versions. */
function useRefreshPartner() {
  const cache = useQueryClient();
  return async () => {
    // The change is saved; a frame that could not be painted anew shows it with the next page view.
    await Promise.all([cache.invalidateQueries({ queryKey: ['partner'] }), refreshPartner().catch(() => undefined)]);
  };
}

/**
 * One change of brand or switches: live at once, so everything that tells of them follows. After a conflict the page
 * shows what the other one saved; what was typed stays in its form.
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

/** Saves a new version; what the server answers takes the place of what the page was read with. */
export function useSaveVersion<I, D>(save: (input: I) => Promise<{ data: D }>, queryKey: QueryKey) {
  const cache = useQueryClient();
  return usePartnerChange(save, ({ data }) => void cache.setQueryData(queryKey, data));
}

type Restore = { base: number; version: number };

/** Goes back to a version. `base` is the version that the page shows. */
export const useRestoreVersion = (kind: VersionKind, onDone?: () => void) =>
  usePartnerChange(({ base, version }: Restore) => api.partnerAdmin.restore({ kind, base, version }, { context: { failure: 'caller' } }), onDone);
