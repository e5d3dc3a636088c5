import { useCanOpen, type Notification } from '@panel/core';
import { Badge, Link, RelativeTime, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { useReadNotification } from '@panel/resources/notification';

const TYPES: Record<Notification['type'], string> = {
  site_created: 'Site created',
  site_failed: 'Site failed',
  site_renamed: 'Site renamed',
  site_deleted: 'Site deleted',
  backup_created: 'Backup created',
  blueprint_created: 'Blueprint created',
  new_version_available: 'New version',
  app_build_success: 'Build succeeded',
  app_build_failed: 'Build failed',
  release_blocked: 'Release held back',
};

/** What happened, with a link to it while it exists. */
function Message({ item }: { item: Notification }) {
  const { description, link, status } = item;
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
    title: 'Message',
    render: (item) => <Message item={item} />,
  },
  { key: 'type', title: 'Type', sortable: true, hideBelow: 'md', render: ({ type }) => TYPES[type] },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    render: ({ status }) => (
      <Badge tone={status === 'unread' ? 'info' : 'neutral'}>{status === 'unread' ? 'Unread' : 'Read'}</Badge>
    ),
  },
  { key: 'created_at', title: 'When', sortable: true, render: ({ created_at }) => <RelativeTime at={created_at} /> },
];
