import { and, asc, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customerCurrency, license, partner, planPrice, purchase } from '../../db/schema.ts';
import type { PurchaseRow } from './purchase.repo.ts';

/** The currencies that a partner sells in, in the order of their codes. */
export async function soldCurrencies(db: Database, partnerId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ currency: planPrice.currency })
    .from(planPrice)
    .where(and(eq(planPrice.partnerId, partnerId), eq(planPrice.active, true)))
    .orderBy(asc(planPrice.currency));
  return rows.map(({ currency }) => currency);
}

/** The currency of the bought licenses of a customer that have not ended; `other`: only if it is another one. */
export async function paidCurrency(db: Database, customerId: string, other?: string): Promise<string | undefined> {
  const [row] = await db
    .select({ currency: planPrice.currency })
    .from(license)
    .innerJoin(planPrice, eq(planPrice.id, license.priceId))
    .where(
      and(
        eq(license.customerId, customerId),
        isNotNull(license.purchaseId),
        isNull(license.deactivatedAt),
        other === undefined ? undefined : ne(planPrice.currency, other),
      ),
    )
    .orderBy(desc(license.createdAt))
    .limit(1);
  return row?.currency;
}

/** An order of a customer in another currency that waits for its card. */
export async function openInOther(
  db: Database,
  customerId: string,
  currency: string,
): Promise<PurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.customerId, customerId), eq(purchase.status, 'incomplete'), ne(purchase.currency, currency)))
    .orderBy(asc(purchase.createdAt))
    .limit(1);
  return row;
}

/** The currency of the last order of a customer; undefined before the first one. */
export async function orderedCurrency(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.select().from(customerCurrency).where(eq(customerCurrency.userId, userId));
  return row?.currency;
}

/** Locks the currency of a customer until the transaction ends, and writes it first where there is none. */
export async function lockCurrency(tx: Database, userId: string, currency: string, now: Date): Promise<void> {
  await tx.insert(customerCurrency).values({ userId, currency, updatedAt: now }).onConflictDoNothing();
  await tx.select().from(customerCurrency).where(eq(customerCurrency.userId, userId)).for('update');
}

/** Changes the currency of a customer. */
export async function setCurrency(tx: Database, userId: string, currency: string, now: Date): Promise<void> {
  await tx
    .update(customerCurrency)
    .set({ currency, updatedAt: now })
    .where(and(eq(customerCurrency.userId, userId), ne(customerCurrency.currency, currency)));
}

/** Changes the currency that a partner shows first. */
export async function setPartnerCurrency(tx: Database, id: string, currency: string, now: Date): Promise<void> {
  await tx.update(partner).set({ currency, updatedAt: now }).where(eq(partner.id, id));
}
