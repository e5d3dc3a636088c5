import {
  INT4_MAX,
  LICENSE_PRODUCT_IDS,
  LICENSE_PRODUCTS,
  type LicenseProduct,
  type Payment,
  type PaymentStarted,
  type PricedProduct,
  type PublishableKey,
} from '@panel/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { invoice, license, purchase } from '../db/schema.ts';
import { saveOffer } from '../modules/payment/catalog.repo.ts';
import type { Client } from './client.ts';

const CARD = 'payment_method_data[card]';

async function body<T>(answer: Promise<{ status: number; text: string; body: T }>): Promise<T> {
  const { status, text, body: found } = await answer;
  if (status !== 200) throw new Error(`The purchase of a scenario was refused: ${status} ${text}`);
  return found;
}

/** A customer buys a license for a month and pays it at the test processor, as the card form does. Returns its id. */
export async function buyAs(client: Client, product: LicenseProduct): Promise<string> {
  const sold = await body(client.post<PricedProduct[]>('/stripe/products/prices', { product_types: [product] }));
  const [found] = sold;
  const price = found?.prices.find(({ recurring }) => recurring.interval === 'month');
  if (!found || !price) throw new Error(`The partner of this scenario does not sell ${product}.`);
  const { plan_type, project_type } = found;
  const order = { priceId: price.id, quantity: 1, plan_type, project_type };
  const { id, clientSecret } = await body(client.post<PaymentStarted>('/stripe/payments/set', order));
  const { cardForm, publishableKey } = await body(client.get<PublishableKey>('/stripe/keys/publishable'));
  const [intent = ''] = (clientSecret ?? '').split('_secret_');
  const paid = await fetch(`${new URL(cardForm ?? '').origin}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret ?? '',
      [`${CARD}[number]`]: '4242424242424242',
      [`${CARD}[exp_month]`]: '12',
      [`${CARD}[exp_year]`]: '2040',
      [`${CARD}[cvc]`]: '123',
    }),
  });
  if (!paid.ok) throw new Error(`The payment of a scenario was refused: ${paid.status}`);
  await body(client.put<Payment>(`/stripe/${id}`, { status: 'active' }));
  return id;
}

/** Writes what the panel has of a customer whose card was refused for the second period of all subscriptions. */
export async function failRenewals(db: Database, customerId: string): Promise<void> {
  const invoices = await db.select().from(invoice).where(eq(invoice.customerId, customerId));
  await db.insert(invoice).values(
    invoices.map(({ id, ...first }) => ({
      ...{ ...first, providerInvoice: `in_${id}`, number: null, status: 'open' as const, amountPaid: 0, failed: true },
    })),
  );
  await db.update(license).set({ providerStatus: 'past_due' }).where(eq(license.customerId, customerId));
  // The processor knows nothing of that: what it answers to events that are on their way is older.
  await db.update(purchase).set({ answered: INT4_MAX }).where(eq(purchase.customerId, customerId));
}

/** Gives all plans of a partner a trial. */
export async function offerTrials(db: Database, partnerId: string, trialDays: number): Promise<void> {
  for (const product of LICENSE_PRODUCT_IDS) {
    const { name } = LICENSE_PRODUCTS[product];
    await saveOffer(db, { partnerId, product, name, features: [], trialDays, version: 0 }, new Date());
  }
}
