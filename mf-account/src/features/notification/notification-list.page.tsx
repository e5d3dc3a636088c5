import { useSuspenseQuery } from '@tanstack/react-query';
import {
  queryClient,
  readListState,
  useListState,
  usePanelState,
  type Notification,
  type PageContext,
  t,
  told,
} from '@panel/core';
import { Button, ConfirmDialog, EmptyState, Page } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import {
  cannotDeleteAll,
  cannotRead,
  cannotReadAll,
  NOTIFICATION_LIST,
  notificationListQuery,
  useDeleteAll,
  useDeleteNotifications,
  useReadAll,
  useReadNotifications,
} from '@panel/resources/notification';
import { notificationColumns } from './notification.columns.tsx';

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(notificationListQuery(readListState(search, NOTIFICATION_LIST)));

/** /my-account/notifications */
export function Component() {
  const { state, change } = useListState(NOTIFICATION_LIST);
  const { data: list, isFetching } = useSuspenseQuery(notificationListQuery(state));
  const toFirstPage = () => change({ pageIndex: 0 });
  const readAll = useReadAll(toFirstPage);
  const read = useReadNotifications(toFirstPage);
  const remove = useDeleteNotifications(toFirstPage);
  const { panel, open, close } = usePanelState(['delete-all']);
  const deleteAll = useDeleteAll(close);
  const { totalUnReadNotificationCount: unread } = list;
  const actionsOn = (items: readonly Notification[], done?: () => void) => {
    const fresh = items.filter((item) => !cannotRead(item));
    const [first] = items;
    return [
      {
        key: 'read',
        label: t('Mark as read'),
        icon: 'check',
        onSelect: () => read.mutate(fresh, { onSuccess: done }),
        disabledReason: fresh.length === 0 && first ? cannotRead(first) : null,
      },
      {
        key: 'delete',
        label: t('Delete'),
        icon: 'trash',
        danger: true,
        onSelect: () => remove.mutate(items, { onSuccess: done }),
      },
    ] as const;
  };

  return (
    <Page
      title={t('Notifications')}
      width="split"
      subtitle={unread > 0 ? t('{unread} unread', { unread }) : list.totalCount > 0 && t('You’re all caught up.')}
      actions={
        <>
          <Button
            icon="check"
            onClick={() => readAll.mutate(undefined)}
            loading={readAll.isPending}
            disabledReason={cannotReadAll(list)}
          >
            {t('Mark all as read')}
          </Button>
          <Button icon="trash" onClick={() => open('delete-all')} disabledReason={cannotDeleteAll(list)}>
            {t('Delete all')}
          </Button>
        </>
      }
    >
      <ResourceTable
        caption={t('Notifications')}
        columns={notificationColumns}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        rowKey={({ id }) => id}
        rowLabel={(item) => told(item.description, item)}
        loading={isFetching}
        rowActions={(item) => actionsOn([item])}
        bulkActions={(items, clear) => actionsOn(items, clear)}
        empty={
          <EmptyState
            icon="bell"
            preview
            title={t('No notifications')}
            text={t('We’ll let you know here when something needs you.')}
          />
        }
      />
      {panel === 'delete-all' && !cannotDeleteAll(list) && (
        <ConfirmDialog
          title={t('Delete all notifications?')}
          confirmLabel={t('Delete all')}
          danger
          busy={deleteAll.isPending}
          onConfirm={() => deleteAll.mutate(undefined, { onError: close })}
          onClose={close}
        >
          {t('{totalCount, plural, one {1 notification is} other {# notifications are}} removed for good.', {
            totalCount: list.totalCount,
          })}
        </ConfirmDialog>
      )}
    </Page>
  );
}
