import { t } from '@panel/core';
import { ButtonLink, ConfirmDialog, EmptyState, type MenuItem } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  ANNOUNCEMENT_LIST,
  announcementListQuery,
  useEndAnnouncement,
  type AnnouncementRow,
} from '@panel/resources/announcement';
import { announcementColumns, WRITE } from './announcement.columns.tsx';

const source = {
  list: ANNOUNCEMENT_LIST,
  query: announcementListQuery,
  rowKey: ({ id }: AnnouncementRow) => id,
  panels: ['end'],
} as const;
export const prefetch = prefetchList(source);

function EndDialog({
  announcement: { id, title, mail },
  onClose,
}: {
  announcement: AnnouncementRow;
  onClose: () => void;
}) {
  const end = useEndAnnouncement(onClose);
  const isSending = mail !== null && mail.state !== 'ended';
  return (
    <ConfirmDialog
      title={t('End “{title}”?', { title })}
      confirmLabel={t('End announcement')}
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(id)}
      onClose={onClose}
    >
      {isSending
        ? t('Customers don’t see it any more. Emails that were not sent yet are not sent.')
        : t('Customers don’t see it any more.')}
    </ConfirmDialog>
  );
}

const Write = () => (
  <ButtonLink kind="primary" icon="plus" call="announcement.create" to={WRITE}>
    {t('Write an announcement')}
  </ButtonLink>
);

/** What can be done with an announcement of one's own that has not ended. */
const actionsOf = ({ id, state, is_own: isOwn }: AnnouncementRow, end: () => void): MenuItem[] =>
  isOwn && state !== 'ended'
    ? [
        { key: 'edit', call: 'announcement.save', label: t('Edit'), icon: 'edit', to: `${WRITE}/${id}` },
        { key: 'end', call: 'announcement.end', label: t('End'), icon: 'close', onSelect: end },
      ]
    : [];

/** /admin/announcements: the partner's announcements, and those of the operator. */
export function Component() {
  return (
    <ListPage
      {...source}
      title={t('Announcements')}
      subtitle={t('What your customers see in a banner on every page, and get by email if you want.')}
      actions={() => <Write />}
      caption={t('Announcements')}
      columns={announcementColumns}
      rowLabel={({ title }) => title}
      rowActions={(row, { open }) => actionsOf(row, () => open('end', row.id))}
      search={t('Search announcements')}
      empty={() => (
        <EmptyState
          icon="info"
          preview
          title={t('No announcements yet')}
          text={t('Tell your customers about news, planned maintenance and problems.')}
          action={<Write />}
        />
      )}
    >
      {({ panel, chosen, close }) => panel === 'end' && chosen && <EndDialog announcement={chosen} onClose={close} />}
    </ListPage>
  );
}
