import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, ApiError, calls, notify, type BinnedSite } from '@panel/core';
import { counted } from '../counted.ts';
import { settleAll } from '../settle-all.ts';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { markStale } from '../stale.ts';
import { followTask } from '../task/follow-task.ts';
import { BIN_TIME } from './bin.labels.ts';

/** Stale after a site is deleted or restored, alone or with its staging environment. */
export const BIN_CHANGED = [calls.bin.key(), calls.staging.key(), ...SITE_CHANGED];

type Deleted = Pick<BinnedSite, 'fqdn'> & { site_id: string };
/** Long enough to read the message and decide. */
const UNDO_MS = 10_000;

const fqdnOf = ({ fqdn }: Pick<Deleted, 'fqdn'>): string => fqdn;

/** Runs tasks on sites of the bin; the lists are reloaded when each has started, and when it has ended. */
async function startAll(
  cache: QueryClient,
  sites: readonly Deleted[],
  start: (site: Deleted) => Promise<{ task_id: string } | null>,
): Promise<void> {
  const refresh = () => markStale(cache, BIN_CHANGED);
  try {
    await settleAll(sites, fqdnOf, async (site) => {
      const started = await start(site);
      if (started) void followTask(cache, started.task_id).then(refresh);
    });
  } finally {
    await refresh();
  }
}

const restore = ({ site_id }: Deleted) => api.bin.restore({ site_id });

const purge = ({ site_id: id }: Deleted) =>
  api.bin.remove({ id }).catch((error: unknown) => {
    // Already gone, e.g. deleted from another tab, so this succeeded.
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

/** Restores sites from the bin; a task checks that each answers. A refusal is shown as a notification. */
export function useRestoreSites() {
  const cache = useQueryClient();
  return useMutation({ mutationFn: (sites: readonly Deleted[]) => undo(cache, sites) });
}

/** Deletes sites in the bin for good. */
export function usePurgeSites(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sites: readonly Deleted[]) => startAll(cache, sites, purge),
    onSuccess: onDone,
  });
}

async function undo(cache: QueryClient, sites: readonly Deleted[]): Promise<void> {
  const what = sites.length === 1 ? sites.map(fqdnOf).join() : counted(sites.length, 'site');
  try {
    await startAll(cache, sites, restore);
    notify({ kind: 'info', title: 'Restoring', message: `${what} will be ready in a moment.` });
  } catch (error) {
    notify({ kind: 'error', title: 'Not restored', message: (error as Error).message });
  }
}

/** Says that sites are in the bin, and offers to restore them at once. */
export function offerUndo(cache: QueryClient, sites: readonly Deleted[]): void {
  if (sites.length === 0) return;
  const [first] = sites;
  notify({
    kind: 'success',
    title: 'Success',
    message:
      sites.length === 1
        ? `${first?.fqdn} was deleted. It stays in the bin for ${BIN_TIME}.`
        : `${counted(sites.length, 'site')} were deleted. They stay in the bin for ${BIN_TIME}.`,
    duration: UNDO_MS,
    action: { label: 'Undo', onSelect: () => void undo(cache, sites) },
  });
}
