import type { AnnouncementBanner } from '@panel/contract';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { listCurrent, type CurrentRow } from './announcement.repo.ts';
import { concerns, holdingsOf, isForAll } from './audience.repo.ts';

type Reader = { partner: PartnerRow; user: Pick<UserRow, 'id'> };

/** What is current for a customer, the most urgent first. */
export async function currentFor(db: Database, { partner, user }: Reader, now: Date): Promise<CurrentRow[]> {
  const rows = await listCurrent(db, partner.id, user.id, now);
  // Most announcements are for everybody: what the customer has is read where it matters.
  if (rows.every(({ announcement }) => isForAll(announcement))) return rows;
  const holdings = (await holdingsOf(db, [user.id])).get(user.id) ?? [];
  return rows.filter(({ announcement }) => concerns(announcement, holdings, partner));
}

/** The most urgent of them that the customer has not closed. */
export async function bannerFor(db: Database, reader: Reader, now: Date): Promise<AnnouncementBanner | null> {
  const first = (await currentFor(db, reader, now)).find(({ isDismissed }) => !isDismissed)?.announcement;
  return first ? { id: first.id, title: first.title, kind: first.kind } : null;
}
