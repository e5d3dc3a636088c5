import { useMutation } from '@tanstack/react-query';
import { api, newIdempotencyKey, queryOf } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import { appDatabaseRead } from './app.reads.ts';

/** Polling interval while a task works on it. */
const PROGRESS_POLL_MS = 2000;

export const appDatabaseQuery = (id: string) =>
  queryOf(appDatabaseRead(id), {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.task_id ? PROGRESS_POLL_MS : false),
  });

const CHANGES = {
  create: (id: string) => api.app.createDatabase({ id }, { context: { idempotencyKey: newIdempotencyKey() } }),
  rotate: (id: string) => api.app.rotateDatabase({ id }),
  remove: (id: string) => api.app.removeDatabase({ id }),
} as const;

/** Starts a task that creates the database, changes its password, or deletes it. */
export function useChangeDatabase(id: string, change: keyof typeof CHANGES) {
  const refresh = useMarkStale([[['app']], [['database']]].map((key) => [...key]));
  return useMutation({ mutationFn: () => CHANGES[change](id), onSuccess: refresh });
}

/** What its code connects with; asked for when somebody wants to see it, and never kept. */
export const useDatabaseCredentials = (siteId: string) =>
  useMutation({ mutationFn: () => api.app.dbCredentials({ siteId }), gcTime: 0 });
