import { useMutation } from '@tanstack/react-query';
import { api, newIdempotencyKey, queryOf, t } from '@panel/core';
import type { AppPreview } from '@panel/contract';
import { useMarkStale } from '../stale.ts';
import { isActiveBuild } from './app.can.ts';
import { appPreviewsRead } from './app.reads.ts';

const PROGRESS_POLL_MS = 2000;

/** The previews of an application, as they are now. */
export const appPreviewsQuery = (id: string) =>
  queryOf(appPreviewsRead(id), {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.previews.some(({ last_build }) => last_build !== null && isActiveBuild(last_build))
        ? PROGRESS_POLL_MS
        : false,
  });

/** Everything that shows applications: a promotion changes what is live. */
const useRefreshPreviews = () => useMarkStale([[['app']]]);

type Chosen = Omit<Parameters<typeof api.app.savePreviews>[0], 'id'>;

/** Chooses which branches get previews, for how long, and who may see them. */
export function useSavePreviews(id: string) {
  const refresh = useRefreshPreviews();
  return useMutation({ mutationFn: (chosen: Chosen) => api.app.savePreviews({ id, ...chosen }), onSuccess: refresh });
}

/** Builds the newest commit of a branch as its preview. */
export function useBuildPreview(id: string) {
  const refresh = useRefreshPreviews();
  return useMutation({
    mutationFn: (branch: string) =>
      api.app.buildPreview({ id, branch }, { context: { idempotencyKey: newIdempotencyKey() } }),
    onSuccess: refresh,
  });
}

/** Makes what a preview showed when it was looked at the live release. */
export function usePromotePreview() {
  const refresh = useRefreshPreviews();
  return useMutation({
    mutationFn: ({ id, live_build }: Pick<AppPreview, 'id' | 'live_build'>) =>
      api.app.promotePreview({ id, build_id: live_build?.id }, { context: { idempotencyKey: newIdempotencyKey() } }),
    // Also after a refusal: it shows something else by now.
    onSettled: refresh,
  });
}

/** Lets a preview end later; a refusal is shown as a notification. */
export function useExtendPreview() {
  const refresh = useRefreshPreviews();
  return useMutation({
    mutationFn: (id: string) => api.app.extendPreview({ id }, { context: { failure: 'notice' } }),
    onSettled: refresh,
  });
}

/** Ends a preview. */
export function useRemovePreview() {
  const refresh = useRefreshPreviews();
  return useMutation({ mutationFn: (id: string) => api.app.removePreview({ id }), onSuccess: refresh });
}

/** Why what a preview shows cannot be opened or promoted, or nothing. */
export const cannotUsePreview = ({ live_build }: Pick<AppPreview, 'live_build'>): string | undefined =>
  live_build ? undefined : t('This preview answers after its first build has succeeded.');
