import { and, asc, count, desc, eq, gt, isNull, lte, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { announcement, announcementDismissal } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import type { Slice } from '../../kernel/paged.ts';

export type AnnouncementDbRow = typeof announcement.$inferSelect;
export type NewAnnouncement = typeof announcement.$inferInsert;
export type Change = Partial<Omit<NewAnnouncement, 'id' | 'partnerId' | 'version'>>;

/** Which announcements somebody may change: those of their partner, and the operator's for a superadmin. */
export type Owned = { partnerId: string; isOperator: boolean };

const ORDER = { created_at: announcement.createdAt, from: announcement.fromAt } as const;

/** Of the partner and to all partners. */
const toldBy = (partnerId: string): SQL | undefined =>
  or(eq(announcement.partnerId, partnerId), isNull(announcement.partnerId));
const ownedBy = ({ partnerId, isOperator }: Owned): SQL | undefined =>
  isOperator ? toldBy(partnerId) : eq(announcement.partnerId, partnerId);
const notEnded = (now: Date): SQL | undefined => or(isNull(announcement.untilAt), gt(announcement.untilAt, now));

/** A page of what customers of the partner are told. */
export const listAnnouncements = (
  db: Database,
  partnerId: string,
  keyword: string | undefined,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof ORDER>,
) =>
  selectPage(db, announcement, {
    ...slice,
    where: and(toldBy(partnerId), keyword ? namesHaveWords([announcement.title], keyword) : undefined),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(ORDER[orderBy]), asc(announcement.id)],
  });

/** One that the caller may change; with `lock`, locked until the transaction ends. */
export async function findAnnouncement(
  db: Database,
  owned: Owned,
  id: string,
  { lock = false } = {},
): Promise<AnnouncementDbRow | undefined> {
  const rows = db
    .select()
    .from(announcement)
    .where(and(ownedBy(owned), eq(announcement.id, id)));
  return (await (lock ? rows.for('update') : rows))[0];
}

/** How many of a partner, or of the operator, have not ended. */
export async function countOpen(db: Database, partnerId: string | null, now: Date): Promise<number> {
  const owner = partnerId === null ? isNull(announcement.partnerId) : eq(announcement.partnerId, partnerId);
  const rows = await db
    .select({ n: count() })
    .from(announcement)
    .where(and(owner, notEnded(now)));
  return rows[0]?.n ?? 0;
}

export async function insertAnnouncement(tx: Database, values: NewAnnouncement): Promise<AnnouncementDbRow> {
  const [row] = await tx.insert(announcement).values(values).returning();
  if (!row) throw new Error('The announcement was not written.');
  return row;
}

/** Changes a locked announcement. */
export async function changeAnnouncement(
  tx: Database,
  id: string,
  change: Change,
  now: Date,
): Promise<AnnouncementDbRow> {
  const [row] = await tx
    .update(announcement)
    .set({ ...change, version: sql`${announcement.version} + 1`, updatedAt: now })
    .where(eq(announcement.id, id))
    .returning();
  if (!row) throw new Error('The announcement is gone.');
  return row;
}

export type CurrentRow = { announcement: AnnouncementDbRow; isDismissed: boolean };

/** What is current for customers of a partner, the most urgent first. */
export const listCurrent = (db: Database, partnerId: string, userId: string, now: Date): Promise<CurrentRow[]> =>
  db
    .select({ announcement, isDismissed: sql<boolean>`${announcementDismissal.userId} is not null` })
    .from(announcement)
    .leftJoin(
      announcementDismissal,
      and(eq(announcementDismissal.announcementId, announcement.id), eq(announcementDismissal.userId, userId)),
    )
    .where(and(toldBy(partnerId), lte(announcement.fromAt, now), notEnded(now)))
    .orderBy(
      sql`array_position(array['problem', 'maintenance'], ${announcement.kind}) nulls last`,
      desc(announcement.fromAt),
      asc(announcement.id),
    );

/** The id of an announcement of the partner or to all partners that has begun. */
export async function toldAnnouncement(
  db: Database,
  partnerId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: announcement.id })
    .from(announcement)
    .where(and(toldBy(partnerId), eq(announcement.id, id), lte(announcement.fromAt, now)));
  return row?.id;
}

export async function dismiss(db: Database, announcementId: string, userId: string): Promise<void> {
  await db.insert(announcementDismissal).values({ announcementId, userId }).onConflictDoNothing();
}

/** Removes announcements that ended before a time, with who closed or got them. */
export async function sweepAnnouncements(db: Database, before: Date): Promise<void> {
  await db.delete(announcement).where(lt(announcement.untilAt, before));
}
