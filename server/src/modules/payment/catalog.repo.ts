import type { LicenseProduct } from '@panel/contract';
import { and, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { license, planOffer, planPrice } from '../../db/schema.ts';
import type { PriceRow } from './price.repo.ts';

export type OfferRow = typeof planOffer.$inferSelect;

/** How a partner names and describes its plans. */
export const offersOf = (db: Database, partnerId: string): Promise<OfferRow[]> =>
  db.select().from(planOffer).where(eq(planOffer.partnerId, partnerId));

/** Writes how a product is sold, over the version that was edited. False if it is another one by now. */
export async function saveOffer(
  tx: Database,
  given: Omit<OfferRow, 'updatedAt' | 'trialDays'> & { trialDays: number | undefined },
  now: Date,
): Promise<boolean> {
  const { partnerId, product, name, features, trialDays, version } = given;
  const rows =
    version === 0
      ? await tx
          .insert(planOffer)
          .values({ partnerId, product, name, features, trialDays, version: 1, updatedAt: now })
          .onConflictDoNothing()
          .returning({ version: planOffer.version })
      : await tx
          .update(planOffer)
          .set({ name, features, trialDays, version: version + 1, updatedAt: now })
          .where(
            and(eq(planOffer.partnerId, partnerId), eq(planOffer.product, product), eq(planOffer.version, version)),
          )
          .returning({ version: planOffer.version });
  return rows.length > 0;
}

/** Every price of a partner, the newest first, with how many licenses are paid at it. */
export async function allPrices(db: Database, partnerId: string): Promise<(PriceRow & { licenses: number })[]> {
  const rows = await db
    .select()
    .from(planPrice)
    .where(eq(planPrice.partnerId, partnerId))
    .orderBy(desc(planPrice.createdAt), desc(planPrice.id));
  const used = await db
    .select({ id: license.priceId, licenses: count() })
    .from(license)
    .where(and(eq(license.partnerId, partnerId), isNull(license.deactivatedAt)))
    .groupBy(license.priceId);
  return rows.map((row) => ({ ...row, licenses: used.find(({ id }) => id === row.id)?.licenses ?? 0 }));
}

/** The prices of a product that new customers are offered, locked until the transaction ends. */
export const lockOffered = (tx: Database, partnerId: string, product: LicenseProduct): Promise<PriceRow[]> =>
  tx
    .select()
    .from(planPrice)
    .where(and(eq(planPrice.partnerId, partnerId), eq(planPrice.product, product), eq(planPrice.active, true)))
    .for('update');

/** Offers prices no more; they stay for who has them. */
export async function withdrawPrices(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(planPrice)
      .set({ active: false })
      .where(inArray(planPrice.id, [...ids]));
}
