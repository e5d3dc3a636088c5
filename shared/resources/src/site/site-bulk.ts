import { useMutation } from '@tanstack/react-query';
import { api, useDraft, useUser, type Site, t } from '@panel/core';
import { cannotBackUp, cannotHaveBackups } from '../backup/backup.can.ts';
import { cannotUseTools } from '../site-tool/site-tool.can.ts';
import { cannotUpgrade } from './site.can.ts';
import { useRefreshSites } from './site-changed.ts';

/** One site of a change: its task, or why none was started. */
export type BulkItem = { site_id: string | null; fqdn: string; task_id: string | null; error: string | null };

type Change = {
  label: string;
  /** What happens to this many sites. */
  doing(count: number): string;
  /** What has happened to this many sites. */
  done(count: number): string;
  /** Why it is not possible for a site, or nothing. */
  cannot(site: Site): string | undefined;
  start(site: Site): Promise<{ task_id: string }>;
};

/** What takes long on a site, and so has a task of its own on each of several. */
export const BULK_CHANGES = {
  backup: {
    label: t('Back up'),
    doing: (count: number) => t('Backing up {count, plural, one {# site} other {# sites}}', { count }),
    done: (count: number) => t('Backed up {count, plural, one {# site} other {# sites}}', { count }),
    cannot: (site) => cannotHaveBackups(site) ?? cannotBackUp({ ...site, kind: 'site' }),
    start: ({ fqdn }) => api.backup.create({ site_fqdn: fqdn }),
  },
  cache: {
    label: t('Clear cache'),
    doing: (count: number) => t('Clearing the cache of {count, plural, one {# site} other {# sites}}', { count }),
    done: (count: number) => t('Cleared the cache of {count, plural, one {# site} other {# sites}}', { count }),
    cannot: cannotUseTools,
    start: ({ site_id }) => api.siteTool.clearCache({ id: site_id ?? '' }),
  },
  upgrade: {
    label: t('Upgrade WordPress'),
    doing: (count: number) => t('Upgrading {count, plural, one {# site} other {# sites}}', { count }),
    done: (count: number) => t('Upgraded {count, plural, one {# site} other {# sites}}', { count }),
    cannot: cannotUpgrade,
    start: ({ fqdn, currentWordPressVersion }) => api.site.upgrade({ fqdn, version: currentWordPressVersion ?? '' }),
  },
} as const satisfies Record<string, Change>;
export type BulkChange = keyof typeof BULK_CHANGES;

type Started = { kind: BulkChange | null; items: readonly BulkItem[] };
const NONE: Started = { kind: null, items: [] };

/** The last change of several sites in this browser, until it is closed: the page can be left and reopened. */
export function useSiteTasks() {
  const { draft, update, clear } = useDraft<Started>(`sites.tasks.${useUser().id}`, NONE);
  return {
    started: draft,
    show: (kind: BulkChange, items: readonly BulkItem[]) => update({ kind, items }),
    close: clear,
  };
}

/** Starts a task on each site. One that is refused keeps its reason, and the others go on. */
export function useBulkChange(onStarted: (kind: BulkChange, items: BulkItem[]) => void) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: ({ kind, sites }: { kind: BulkChange; sites: readonly Site[] }) =>
      Promise.all(
        sites.map(async (site): Promise<BulkItem> => {
          const { site_id, fqdn } = site;
          const refused = (error: unknown) => ({ task_id: null, error: (error as Error).message });
          const started = BULK_CHANGES[kind].start(site).then(({ task_id }) => ({ task_id, error: null }), refused);
          return { site_id, fqdn, ...(await started) };
        }),
      ),
    onSuccess: (items, { kind }) => {
      onStarted(kind, items);
      // The selection is cleared at once, however long the lists take.
      void refresh();
    },
  });
}
