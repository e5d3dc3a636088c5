import type { Announcement, AnnouncementRow } from '@panel/contract';
import type { MailCounts } from './announcement-mail.repo.ts';
import type { AnnouncementDbRow, Owned } from './announcement.repo.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const hasEnded = ({ untilAt }: Pick<AnnouncementDbRow, 'untilAt'>, now: Date): boolean =>
  untilAt !== null && untilAt <= now;

function mailOf(row: AnnouncementDbRow, counts: MailCounts | undefined, now: Date): AnnouncementRow['mail'] {
  if (!row.isMailed || (!row.mailStartedAt && hasEnded(row, now))) return null;
  const state = row.mailedAt ? 'ended' : row.mailStoppedAt ? 'stopped' : row.mailStartedAt ? 'sending' : 'waiting';
  return { state, sent: counts?.sent ?? 0, failed: counts?.failed ?? 0 };
}

/** An announcement in the list of staff. */
export const wireRow =
  (counts: ReadonlyMap<string, MailCounts>, { isOperator }: Owned, now: Date) =>
  (row: AnnouncementDbRow): AnnouncementRow => {
    const isOwn = row.partnerId !== null || isOperator;
    return {
      ...{ id: row.id, title: row.title, kind: row.kind, sections: row.sections, plans: row.plans },
      state: hasEnded(row, now) ? 'ended' : row.fromAt > now ? 'scheduled' : 'current',
      all_partners: row.partnerId === null,
      from: row.fromAt.toISOString(),
      until: iso(row.untilAt),
      // How many customers all partners have, and who the operator is, is for the operator.
      mail: isOwn ? mailOf(row, counts.get(row.id), now) : null,
      is_own: isOwn,
      version: row.version,
      by: isOwn ? row.userName : null,
      created_at: row.createdAt.toISOString(),
    };
  };

/** What customers read. */
export const wireAnnouncement = ({ id, title, kind, blocks, fromAt, untilAt }: AnnouncementDbRow): Announcement => ({
  ...{ id, title, kind, blocks },
  from: fromAt.toISOString(),
  until: iso(untilAt),
});
