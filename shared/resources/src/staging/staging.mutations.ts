import { useMutation } from '@tanstack/react-query';
import { api, calls, ownStorage, type Collisions, type KeptTables, type Site } from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import type { PasswordProtection } from '../site/site.mutations.ts';
import { useMarkStale } from '../stale.ts';

/** Stale after a change of a staging environment: it, and both of its sites. */
const STAGING_CHANGED = [calls.staging.key(), ...SITE_CHANGED];
/** Where the last published staging site is kept (spec §4). */
const PUBLISHED_KEY = 'staging-site';

/** Copies the live site to a staging environment; null leaves its address open to everyone. */
export function useCreateStaging(liveId: string, onStarted: (taskId: string) => void) {
  const refresh = useMarkStale(STAGING_CHANGED);
  return useMutation({
    mutationFn: (password_protection: PasswordProtection | null) =>
      api.staging.create({ site_id: liveId, password_protection }),
    onSuccess: ({ task_id }) => {
      onStarted(task_id);
      return refresh();
    },
  });
}

/** `keep`, `collisions`: without them, what the server does by default; null of `collisions` replaces what only the live site has changed. */
export type Publish = {
  files: boolean;
  database: boolean;
  keep: readonly KeptTables[] | undefined;
  collisions: Collisions | null | undefined;
};

/** Publishes staging to its live site. The site is kept in browser storage on success (spec §4). */
export function usePublishStaging(site: Site, onStarted: (taskId: string) => void) {
  const refresh = useMarkStale(STAGING_CHANGED);
  return useMutation({
    mutationFn: ({ files, database, keep, collisions }: Publish) =>
      api.staging.publish({
        site_id: site.site_id ?? '',
        publish_files: files,
        publish_db_files: database,
        keep_tables: database ? keep?.slice() : [],
        ...(collisions && { live_changes: 'keep', collisions }),
        ...(collisions === null && { live_changes: 'replace' }),
      }),
    onSuccess: ({ task_id }) => {
      onStarted(task_id);
      ownStorage.local.setItem(PUBLISHED_KEY, JSON.stringify(site));
      return refresh();
    },
  });
}

/** Replaces the staging site by a new copy of the live one. */
export function useRefreshStaging(stagingId: string, onStarted: (taskId: string) => void) {
  const refresh = useMarkStale(STAGING_CHANGED);
  return useMutation({
    mutationFn: () => api.staging.refresh({ site_id: stagingId }),
    onSuccess: ({ task_id }) => {
      onStarted(task_id);
      return refresh();
    },
  });
}

/** Restores what the last publish replaced. */
export function useRevertPublish(stagingId: string, onStarted: (taskId: string) => void) {
  const refresh = useMarkStale(STAGING_CHANGED);
  return useMutation({
    mutationFn: () => api.staging.revert({ site_id: stagingId }),
    onSuccess: ({ task_id }) => {
      onStarted(task_id);
      return refresh();
    },
  });
}
