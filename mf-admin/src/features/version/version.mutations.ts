import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, ApiError, refreshPartner, type VersionKind } from '@panel/core';

/** Everything that tells of brand and switches is read again: this page, the frame around it, the list of versions. */
export function useRefreshPartner() {
  const cache = useQueryClient();
  return async () => {
    // The change is saved; a frame that could not be painted anew shows it with the next page view.
    await Promise.all([cache.invalidateQueries({ queryKey: ['partner'] }), refreshPartner().catch(() => undefined)]);
  };
}

/** After a conflict the page shows what the other one saved; what was typed stays in its form. */
export function useAfterConflict() {
  const refresh = useRefreshPartner();
  return (error: unknown): void => {
    if (error instanceof ApiError && error.code === 'CONFLICT') void refresh();
  };
}

/** Goes back to a version. `base` is the version that the page shows. */
export function useRestoreVersion(kind: VersionKind, onDone?: () => void) {
  const refresh = useRefreshPartner();
  const afterConflict = useAfterConflict();
  return useMutation({
    mutationFn: ({ base, version }: { base: number; version: number }) => api.partnerAdmin.restore({ kind, base, version }, { context: { failure: 'caller' } }),
    onSuccess: () => {
      onDone?.();
      return refresh();
    },
    onError: (error) => afterConflict(error),
  });
}
