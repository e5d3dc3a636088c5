import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { partnerImage } from '../../db/schema.ts';

export type ImageRow = typeof partnerImage.$inferSelect;

const of = (partnerId: string, name: string) => and(eq(partnerImage.partnerId, partnerId), eq(partnerImage.name, name));

/** Stores an image; an existing one is kept for another day at least. */
export async function storeImage(db: Database, row: Omit<ImageRow, 'createdAt'>, now: Date): Promise<void> {
  await db
    .insert(partnerImage)
    .values({ ...row, createdAt: now })
    .onConflictDoUpdate({ target: [partnerImage.partnerId, partnerImage.name], set: { createdAt: now } });
}

export async function findImage(db: Database, partnerId: string, name: string): Promise<ImageRow | null> {
  const [row] = await db.select().from(partnerImage).where(of(partnerId, name));
  return row ?? null;
}

export async function hasImage(db: Database, partnerId: string, name: string): Promise<boolean> {
  const [row] = await db.select({ name: partnerImage.name }).from(partnerImage).where(of(partnerId, name));
  return row !== undefined;
}

export async function countImages(db: Database, partnerId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(partnerImage).where(eq(partnerImage.partnerId, partnerId));
  return row?.total ?? 0;
}

/** Removes images from before a time that no version uses; run by housekeeping. */
export async function sweepImages(db: Database, before: Date): Promise<void> {
  const shown = sql`exists (select 1 from partner_version v where v.partner_id = ${partnerImage.partnerId} and v.kind = 'branding' and v.state::text like '%' || ${partnerImage.name} || '%')`;
  await db.delete(partnerImage).where(and(lt(partnerImage.createdAt, before), sql`not ${shown}`));
}
