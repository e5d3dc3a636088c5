import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, isEnded, type Notification, type Task } from '@panel/core';

/** How many the dropdown shows (spec §9), and how often it looks. */
export const BELL_ITEMS = 5;
export const BELL_POLL_MS = 60_000;

const KEY = ['notification', 'bell'] as const;

/** Below the key of all notifications: whatever changes one of them refreshes the bell too. */
export const bellQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.notification.list({ pageIndex: 0, pageSize: BELL_ITEMS, orderBy: 'created_at', sortOrder: 'desc' }, { signal }),
  refetchInterval: BELL_POLL_MS,
});

type Listed = { pageElements: Notification[]; totalUnReadNotificationCount?: number };

/** The server's total if it gives one, else the unread ones of the list (spec §4). */
export const unreadOf = (list: Listed | undefined): number =>
  list?.totalUnReadNotificationCount ?? list?.pageElements.filter((item) => item.status === 'unread').length ?? 0;

/** Opening a notification reads it; the count falls at once and is then asked for. */
export function useReadNotification() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Notification) => api.notification.update({ id, status: 'read' }),
    onMutate: ({ id }) =>
      cache.setQueryData(bellQuery.queryKey, (list) => list && {
        ...list,
        totalUnReadNotificationCount: Math.max(0, unreadOf(list) - 1),
        pageElements: list.pageElements.map((item) => (item.id === id ? { ...item, status: 'read' as const } : item)),
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['notification'] }),
  });
}

/** A task that ends has something to tell: the bell looks again. Returns the way to stop. */
export function followTasks(cache: QueryClient): () => void {
  const told = new Set<string>();
  return cache.getQueryCache().subscribe(({ type, query }) => {
    const [kind, id] = query.queryKey;
    if (type !== 'updated' || kind !== 'task' || typeof id !== 'string' || told.has(id)) return;
    const task = query.state.data as Task | undefined;
    if (!task || !isEnded(task)) return;
    told.add(id);
    void cache.invalidateQueries({ queryKey: ['notification'] });
  });
}
