import type { ProviderSubscription } from '../../context/payment-port.ts';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { license } from '../../db/schema.ts';
import { ownedBy, type Scope } from '../../db/select-page.ts';
import { newKey, type LicenseRow } from '../license/license.repo.ts';
import type { PriceRow } from './price.repo.ts';
import type { PurchaseRow } from './purchase.repo.ts';

export async function licenseOfPurchase(db: Database, purchaseId: string): Promise<LicenseRow | undefined> {
  const [row] = await db.select().from(license).where(eq(license.purchaseId, purchaseId));
  return row;
}

/** The bought license of the scope with this subscription. */
export async function licenseOfSubscription(
  db: Database,
  scope: Scope,
  subscriptionId: string,
): Promise<LicenseRow | undefined> {
  const [row] = await db
    .select()
    .from(license)
    .where(and(ownedBy(license, scope), eq(license.subscriptionId, subscriptionId)));
  return row;
}

type Paid = ProviderSubscription & { status: 'trialing' | 'active' | 'past_due' };

/** Writes the license of a purchase that is paid for; a purchase has one. */
export async function insertBought(
  tx: Database,
  { id, partnerId, customerId }: PurchaseRow,
  found: Paid,
  price: PriceRow,
): Promise<LicenseRow> {
  const [row] = await tx
    .insert(license)
    .values({
      ...{ partnerId, customerId, purchaseId: id, priceId: price.id, product: price.product },
      key: newKey(),
      provider: 'stripe',
      termMonths: price.interval === 'year' ? 12 : 1,
      canRenew: true,
      autoRenewal: !found.cancelAtPeriodEnd,
      startedAt: found.periodStart,
      fromDate: found.periodStart,
      toDate: found.periodEnd,
      quantity: found.quantity,
      subscriptionId: found.id,
      providerStatus: found.status,
      trialEndsAt: found.trialEnd,
    })
    .returning();
  if (!row) throw new Error('The license was not written.');
  return row;
}

/** What the provider says of a license that was paid for. The end moves on once the next period is paid. */
export async function followProvider(
  tx: Database,
  id: string,
  found: Paid,
  price: PriceRow | undefined,
  now: Date,
): Promise<void> {
  await tx
    .update(license)
    .set({
      providerStatus: found.status,
      trialEndsAt: found.trialEnd,
      autoRenewal: !found.cancelAtPeriodEnd,
      quantity: found.quantity,
      ...(price && { priceId: price.id, product: price.product, termMonths: price.interval === 'year' ? 12 : 1 }),
      ...(found.status === 'past_due' ? {} : { toDate: found.periodEnd }),
      updatedAt: now,
    })
    .where(eq(license.id, id));
}

/** Ends a license whose subscription has ended. */
export async function endBought(tx: Database, id: string, at: Date, now: Date): Promise<void> {
  await tx
    .update(license)
    .set({ providerStatus: 'ended', autoRenewal: false, canRenew: false, deactivatedAt: at, updatedAt: now })
    .where(eq(license.id, id));
}
