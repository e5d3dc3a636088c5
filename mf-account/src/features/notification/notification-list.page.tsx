import { useSuspenseQuery } from '@tanstack/react-query';
import {
  queryClient,
  readListState,
  useListState,
  usePanelState,
  type Notification,
  type PageContext,
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
        label: 'Mark as read',
        icon: 'check',
        onSelect: () => read.mutate(fresh, { onSuccess: done }),
        disabledReason: fresh.length === 0 && first ? cannotRead(first) : null,
      },
      {
        key: 'delete',
        label: 'Delete',
        icon: 'trash',
        danger: true,
        onSelect: () => remove.mutate(items, { onSuccess: done }),
      },
    ] as const;
  };

  return (
    <Page
      title="Notifications"
      width="split"
      subtitle={unread > 0 ? `${unread} unread` : list.totalCount > 0 && 'You’re all caught up.'}
      actions={
        <>
          <Button
            icon="check"
            onClick={() => readAll.mutate(undefined)}
            loading={readAll.isPending}
            disabledReason={cannotReadAll(list)}
          >
            Mark all as read
          </Button>
          <Button icon="trash" onClick={() => open('delete-all')} disabledReason={cannotDeleteAll(list)}>
            Delete all
          </Button>
        </>
      }
    >
      <ResourceTable
        caption="Notifications"
        columns={notificationColumns}
        query={{ ...state, rows: list.pageElements, total: list.totalCount }}
        onChange={change}
        rowKey={({ id }) => id}
        rowLabel={({ description }) => description}
        loading={isFetching}
        rowActions={(item) => actionsOn([item])}
        bulkActions={(items, clear) => actionsOn(items, clear)}
        empty={
          <EmptyState
            icon="bell"
            preview
            title="No notifications"
            text="We’ll let you know here when something needs you."
          />
        }
      />
      {panel === 'delete-all' && !cannotDeleteAll(list) && (
        <ConfirmDialog
          title="Delete all notifications?"
          confirmLabel="Delete all"
          danger
          busy={deleteAll.isPending}
          onConfirm={() => deleteAll.mutate(undefined, { onError: close })}
          onClose={close}
        >
          {list.totalCount === 1 ? '1 notification is' : `${list.totalCount} notifications are`} removed for good.
        </ConfirmDialog>
      )}
    </Page>
  );
}
