import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, calls, notify, type Notification, t } from '@panel/core';

import { useMarkStale } from '../stale.ts';
import { bellQuery, unreadOf } from './notification.queries.ts';

const notice = { context: { failure: 'notice' } } as const;

/** Stale after a change of a notification: the list, the bell and the dashboard, which read the same call. */
export const NOTIFICATION_CHANGED = [calls.notification.list.key()];

function useNotificationChange<T>(
  change: (input: T) => Promise<unknown>,
  said: string | ((input: T) => string),
  onDone: () => void,
) {
  const refresh = useMarkStale(NOTIFICATION_CHANGED);
  return useMutation({
    mutationFn: change,
    onSuccess: (_answer, input) => {
      notify({ kind: 'success', title: t('Success'), message: typeof said === 'string' ? said : said(input) });
      onDone();
    },
    onSettled: refresh,
  });
}

type Listed = Pick<Notification, 'id'>;

/** Changes each of them. One that cannot be changed does not keep the others. */
async function changeEach(items: readonly Listed[], change: (item: Listed) => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(items.map(change));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

export const useReadNotifications = (onDone: () => void) =>
  useNotificationChange(
    (items: readonly Listed[]) =>
      changeEach(items, ({ id }) => api.notification.update({ id, status: 'read' }, notice)),
    (items) =>
      t('{count, plural, one {# notification} other {# notifications}} marked as read.', { count: items.length }),
    onDone,
  );

export const useDeleteNotifications = (onDone: () => void) =>
  useNotificationChange(
    (items: readonly Listed[]) => changeEach(items, ({ id }) => api.notification.remove({ id }, notice)),
    (items) => t('{count, plural, one {# notification} other {# notifications}} deleted.', { count: items.length }),
    onDone,
  );

export const useReadAll = (onDone: () => void) =>
  useNotificationChange(
    () => api.notification.bulk({ status: 'read_all' }, notice),
    t('All notifications marked as read.'),
    onDone,
  );

export const useDeleteAll = (onDone: () => void) =>
  useNotificationChange(
    () => api.notification.bulk({ status: 'delete_all' }, notice),
    t('All notifications deleted.'),
    onDone,
  );

/** Opening a notification marks it as read; the count decreases immediately and is then reloaded. */
export function useReadNotification() {
  const cache = useQueryClient();
  const refresh = useMarkStale(NOTIFICATION_CHANGED);
  return useMutation({
    mutationFn: ({ id }: Notification) => api.notification.update({ id, status: 'read' }, notice),
    onMutate: ({ id }) =>
      cache.setQueryData(
        bellQuery.queryKey,
        (list) =>
          list && {
            ...list,
            totalUnReadNotificationCount: Math.max(0, unreadOf(list) - 1),
            pageElements: list.pageElements.map((item) =>
              item.id === id ? { ...item, status: 'read' as const } : item,
            ),
          },
      ),
    onSettled: refresh,
  });
}
