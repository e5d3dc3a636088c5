import { useCanOpen, type Notification, t, told } from '@panel/core';
import { Badge, Inline, KindIcon, Link, RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { statusLabel, typeLabel, typeLook, useReadNotification } from '@panel/resources/notification';

/** What happened, with a link to it while it exists. */
function Message({ item }: { item: Notification }) {
  const { link, status } = item;
  const description = told(item.description, item);
  const { mutate: read } = useReadNotification();
  const canOpen = useCanOpen();
  return (
    <Text as={status === 'unread' ? 'strong' : 'span'} weight={status === 'unread' ? 'strong' : 'regular'}>
      {link && canOpen(link) ? (
        <Link to={link} quiet onClick={() => status === 'unread' && read(item)}>
          {description}
        </Link>
      ) : (
        description
      )}
    </Text>
  );
}

export const notificationColumns: readonly Column<Notification>[] = [
  {
    key: 'description',
    title: t('Message'),
    render: (item) => (
      <Inline gap={3} wrap={false}>
        <KindIcon {...typeLook(item.type)} />
        <Message item={item} />
      </Inline>
    ),
  },
  { key: 'type', title: t('Type'), sortable: true, hideBelow: 'md', render: ({ type }) => typeLabel(type) },
  {
    key: 'status',
    title: t('Status'),
    sortable: true,
    render: ({ status }) => <Badge tone={status === 'unread' ? 'info' : 'neutral'}>{statusLabel(status)}</Badge>,
  },
  { key: 'created_at', title: t('When'), sortable: true, render: ({ created_at }) => <RelativeTime at={created_at} /> },
];
