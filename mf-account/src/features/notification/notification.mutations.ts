import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, notify, type Notification } from '@panel/core';

/** Every change reloads the list and the bell; the page goes back to 0, as the specification wants (spec §4). */
function useNotificationChange<T>(change: (input: T) => Promise<unknown>, said: string, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      notify({ kind: 'success', title: 'Success', message: said });
      onDone();
      await cache.invalidateQueries({ queryKey: ['notification'] });
    },
  });
}

export const useMarkNotification = (onDone: () => void) =>
  useNotificationChange(
    ({ id, status }: Pick<Notification, 'id' | 'status'>) => api.notification.update({ id, status }),
    'Notification saved.',
    onDone,
  );

export const useDeleteNotification = (onDone: () => void) =>
  useNotificationChange(({ id }: Pick<Notification, 'id'>) => api.notification.remove({ id }), 'Notification deleted.', onDone);

export const useReadAll = (onDone: () => void) =>
  useNotificationChange(() => api.notification.bulk({ status: 'read_all' }), 'All notifications are read.', onDone);

export const useDeleteAll = (onDone: () => void) =>
  useNotificationChange(() => api.notification.bulk({ status: 'delete_all' }), 'All notifications are deleted.', onDone);
