import { t } from '@panel/core';
import {
  ANNOUNCEMENT_KIND_LABELS,
  ANNOUNCEMENT_STATE_LABELS,
  mailLabel,
  type AnnouncementRow,
} from '@panel/resources/announcement';
import { SECTION_LABELS } from '@panel/resources/partner';
import { Badge, formatDate, Link } from '@panel/ui';
import type { Column } from '@panel/ui/data';

export const WRITE = '/admin/announcements/write';

function LabelBadge({ of: { label, tone } }: { of: (typeof ANNOUNCEMENT_KIND_LABELS)[AnnouncementRow['kind']] }) {
  return <Badge tone={tone}>{label}</Badge>;
}

/** Whom it concerns. */
function audienceOf({ all_partners: isToAll, sections, plans }: AnnouncementRow): string {
  const parts = [
    ...(isToAll ? [t('All partners')] : []),
    ...sections.map((each) => SECTION_LABELS[each].name),
    ...plans,
  ];
  return parts.length > 0 ? parts.join(' · ') : t('Everybody');
}

export const announcementColumns: readonly Column<AnnouncementRow>[] = [
  {
    key: 'title',
    title: t('Announcement'),
    render: ({ id, title, state, is_own: isOwn }) =>
      isOwn && state !== 'ended' ? <Link to={`${WRITE}/${id}`}>{title}</Link> : title,
  },
  { key: 'kind', title: t('Kind'), render: ({ kind }) => <LabelBadge of={ANNOUNCEMENT_KIND_LABELS[kind]} /> },
  { key: 'state', title: t('State'), render: ({ state }) => <LabelBadge of={ANNOUNCEMENT_STATE_LABELS[state]} /> },
  { key: 'audience', title: t('To'), hideBelow: 'md', render: audienceOf },
  { key: 'from', title: t('From'), sortable: true, render: ({ from }) => formatDate(from) },
  { key: 'until', title: t('Until'), hideBelow: 'md', render: ({ until }) => formatDate(until) },
  { key: 'mail', title: t('Emails'), hideBelow: 'md', render: ({ mail }) => mailLabel(mail) },
];
