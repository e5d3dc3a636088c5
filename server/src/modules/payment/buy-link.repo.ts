import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { partner } from '../../db/schema.ts';

/** Replaces the links at which a partner sells plans outside of the panel. */
export async function recordBuyLinks(
  tx: Database,
  id: string,
  buyLinks: Record<string, string>,
  now: Date,
): Promise<void> {
  await tx.update(partner).set({ buyLinks, updatedAt: now }).where(eq(partner.id, id));
}
