import type { Announcement, AnnouncementRow } from '@panel/contract';
import type { MailCounts } from './announcement-mail.repo.ts';
import type { AnnouncementDbRow, Owned } from './announcement.repo.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const hasEnded = ({ untilAt }: Pick<AnnouncementDbRow, 'untilAt'>, now: Date): boolean =>
  untilAt !== null && untilAt <= now;

function mailOf(row: AnnouncementDbRow, counts: MailCounts | undefined): AnnouncementRow['mail'] {
  if (!row.isMailed) return null;
  const state = row.mailedAt ? 'ended' : row.mailStartedAt ? 'sending' : 'waiting';
  return { state, sent: counts?.sent ?? 0, failed: counts?.failed ?? 0 };
}

/** An announcement in the list of staff. */
export const wireRow =
  (counts: ReadonlyMap<string, MailCounts>, { isOperator }: Owned, now: Date) =>
  (row: AnnouncementDbRow): AnnouncementRow => ({
    ...{ id: row.id, title: row.title, kind: row.kind, sections: row.sections, plans: row.plans },
    state: hasEnded(row, now) ? 'ended' : row.fromAt > now ? 'scheduled' : 'current',
    all_partners: row.partnerId === null,
    from: row.fromAt.toISOString(),
    until: iso(row.untilAt),
    mail: mailOf(row, counts.get(row.id)),
    is_own: row.partnerId !== null || isOperator,
    version: row.version,
    by: row.userName,
    created_at: row.createdAt.toISOString(),
  });

/** What customers read. */
export const wireAnnouncement = ({ id, title, kind, blocks, fromAt, untilAt }: AnnouncementDbRow): Announcement => ({
  ...{ id, title, kind, blocks },
  from: fromAt.toISOString(),
  until: iso(untilAt),
});
