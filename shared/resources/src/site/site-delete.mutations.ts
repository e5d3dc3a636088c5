import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, ApiError, type Site } from '@panel/core';
import { BIN_CHANGED, offerUndo } from '../bin/bin.mutations.ts';
import { settleAll } from '../settle-all.ts';
import { markStale } from '../stale.ts';
import { followTask } from '../task/follow-task.ts';

async function removeSite({ site_id: id, infra_domain_id, fqdn }: Site): Promise<{ task_id: string } | null> {
  try {
    return await (id ? api.site.remove({ id, infra_domain_id }) : api.site.removeFailed({ fqdn }));
  } catch (error) {
    // Already deleted from another tab, so this succeeded.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

type Removal = { site: Site; taskId: string };

/**
 * Waits until the sites are gone and offers to restore those in the bin. The lists are reloaded once more then: one
 * that hides a site, by a filter or on another page, would not notice.
 */
async function followRemovals(cache: QueryClient, removals: readonly Removal[]): Promise<void> {
  const ended = await Promise.all(
    removals.map(async ({ site: { site_id, fqdn }, taskId }) => {
      const task = await followTask(cache, taskId);
      void markStale(cache, BIN_CHANGED);
      return task?.kind === 'site.bin' && task.status === 'succeeded' && site_id !== null ? [{ site_id, fqdn }] : [];
    }),
  );
  offerUndo(cache, ended.flat());
}

/**
 * By id plus infra_domain_id; a failed site that never got an id by its address (spec §4). Several at once: one that
 * cannot be deleted does not keep the others; the error names it and its reason. `onDone` runs before the lists are
 * reloaded, because the new rows may unmount the dialog, and its callback with it.
 */
export function useDeleteSites(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (sites: readonly Site[]) => {
      const removals: Removal[] = [];
      try {
        await settleAll(
          sites,
          ({ fqdn }) => fqdn,
          async (site) => {
            const started = await removeSite(site);
            if (started) removals.push({ site, taskId: started.task_id });
          },
        );
      } finally {
        void followRemovals(cache, removals);
      }
    },
    onSuccess: onDone,
    onSettled: () => markStale(cache, BIN_CHANGED),
  });
}
