import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, ApiError, calls, notify, t } from '@panel/core';

import { settleAll } from '../settle-all.ts';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { markStale } from '../stale.ts';
import { followTask } from '../task/follow-task.ts';
import { BIN_TIME } from './bin.labels.ts';
import type { Binned, BinKind } from './binned.ts';

/** Stale after a site or an application is deleted or restored, alone or with its staging environment. */
export const BIN_CHANGED = [calls.bin.key(), calls.staging.key(), ...SITE_CHANGED, calls.app.key()];

type Deleted = Pick<Binned, 'fqdn'> & { site_id: string };
/** Long enough to read the message and decide. */
const UNDO_MS = 10_000;

const fqdnOf = ({ fqdn }: Pick<Deleted, 'fqdn'>): string => fqdn;

/** Runs tasks on what is in the bin; the lists are reloaded when each has started, and when it has ended. */
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

const restoreOf =
  (kind: BinKind) =>
  ({ site_id }: Deleted) =>
    (kind === 'site' ? api.bin.restore : api.app.restore)({ site_id });

const purgeOf =
  (kind: BinKind) =>
  ({ site_id: id }: Deleted) =>
    (kind === 'site' ? api.bin.remove : api.app.purge)({ id }).catch((error: unknown) => {
      // Already gone, e.g. deleted from another tab, so this succeeded.
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    });

/** Restores sites or applications from the bin; a task checks that each answers. A refusal is shown as a notification. */
export function useRestoreBinned(kind: BinKind) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: (sites: readonly Deleted[]) => undo(cache, sites, kind) });
}

/** Deletes sites or applications in the bin for good. */
export function usePurgeBinned(kind: BinKind, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sites: readonly Deleted[]) => startAll(cache, sites, purgeOf(kind)),
    onSuccess: onDone,
  });
}

/** How many sites or applications, e.g. "3 sites". */
export const binnedCount = (kind: BinKind, count: number): string =>
  kind === 'site'
    ? t('{count, plural, one {# site} other {# sites}}', { count })
    : t('{count, plural, one {# application} other {# applications}}', { count });

async function undo(cache: QueryClient, sites: readonly Deleted[], kind: BinKind = 'site'): Promise<void> {
  const what = sites.length === 1 ? sites.map(fqdnOf).join() : binnedCount(kind, sites.length);
  try {
    await startAll(cache, sites, restoreOf(kind));
    notify({ kind: 'info', title: t('Restoring'), message: t('{what} will be ready in a moment.', { what }) });
  } catch (error) {
    notify({ kind: 'error', title: t('Not restored'), message: (error as Error).message });
  }
}

/** Says that sites are in the bin, and offers to restore them at once. */
export function offerUndo(cache: QueryClient, sites: readonly Deleted[]): void {
  if (sites.length === 0) return;
  const [first] = sites;
  notify({
    kind: 'success',
    title: t('Success'),
    message:
      first && sites.length === 1
        ? t('{fqdn} was deleted. It stays in the bin for {time}.', { fqdn: first.fqdn, time: BIN_TIME })
        : t('{count, plural, one {# site was} other {# sites were}} deleted. They stay in the bin for {time}.', {
            count: sites.length,
            time: BIN_TIME,
          }),
    duration: UNDO_MS,
    action: { label: t('Undo'), onSelect: () => void undo(cache, sites) },
  });
}
