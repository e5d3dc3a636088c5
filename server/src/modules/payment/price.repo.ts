import { LICENSE_PRODUCTS, type LicenseProduct } from '@panel/contract';
import { and, asc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { accountPrice, planPrice } from '../../db/schema.ts';

export type PriceRow = typeof planPrice.$inferSelect;

/** What a partner offers of these products. */
export async function offeredPrices(db: Database, partnerId: string, products: readonly LicenseProduct[]) {
  return db
    .select()
    .from(planPrice)
    .where(
      and(eq(planPrice.partnerId, partnerId), eq(planPrice.active, true), inArray(planPrice.product, [...products])),
    )
    .orderBy(asc(planPrice.amount), asc(planPrice.id));
}

/** A price that the partner offers now. */
export async function offeredPrice(db: Database, partnerId: string, id: string): Promise<PriceRow | undefined> {
  const [row] = await db
    .select()
    .from(planPrice)
    .where(and(eq(planPrice.partnerId, partnerId), eq(planPrice.active, true), eq(planPrice.id, id)));
  return row;
}

/** A price that somebody has, offered or not. */
export async function priceById(db: Database, id: string): Promise<PriceRow | undefined> {
  const [row] = await db.select().from(planPrice).where(eq(planPrice.id, id));
  return row;
}

/** A price by the provider's id at an account; null for the installation's. */
export async function priceByProvider(
  db: Database,
  accountId: string | null,
  providerPrice: string,
): Promise<PriceRow | undefined> {
  const [row] =
    accountId === null
      ? await db.select().from(planPrice).where(eq(planPrice.providerPrice, providerPrice))
      : await db
          .select(getTableColumns(planPrice))
          .from(planPrice)
          .innerJoin(accountPrice, eq(accountPrice.priceId, planPrice.id))
          .where(and(eq(accountPrice.accountId, accountId), eq(accountPrice.providerPrice, providerPrice)));
  return row;
}

/** The provider's id of a price at an account; null until it was used there. */
export async function providerPriceAt(db: Database, accountId: string | null, price: PriceRow): Promise<string | null> {
  if (accountId === null) return price.providerPrice;
  const [row] = await db
    .select()
    .from(accountPrice)
    .where(and(eq(accountPrice.accountId, accountId), eq(accountPrice.priceId, price.id)));
  return row?.providerPrice ?? null;
}

/** Writes down the provider's id of a price at an account; the first one stays and is returned. */
export async function recordProviderPrice(
  db: Database,
  accountId: string | null,
  price: PriceRow,
  providerPrice: string,
): Promise<string> {
  const { id } = price;
  if (accountId !== null) {
    await db.insert(accountPrice).values({ accountId, priceId: id, providerPrice }).onConflictDoNothing();
    return (await providerPriceAt(db, accountId, price)) ?? providerPrice;
  }
  await db
    .update(planPrice)
    .set({ providerPrice })
    .where(and(eq(planPrice.id, id), isNull(planPrice.providerPrice)));
  return (await priceById(db, id))?.providerPrice ?? providerPrice;
}

type NewPrice = Pick<PriceRow, 'partnerId' | 'product' | 'interval' | 'currency' | 'amount'>;

/** Offers prices; one that is offered already stays. */
export async function offerPrices(db: Database, prices: readonly NewPrice[]): Promise<void> {
  if (prices.length > 0)
    await db
      .insert(planPrice)
      .values([...prices])
      .onConflictDoNothing();
}

export const planOfPrice = ({ product }: Pick<PriceRow, 'product'>) => LICENSE_PRODUCTS[product];
