import type { AppContext } from '../../context/app-context.ts';
import { paymentsAt } from '../../context/payment-at.ts';
import type { PaymentPort, ProviderInvoice, ProviderSubscription } from '../../context/payment-port.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { notifyOwners } from '../license/license-notice.repo.ts';
import { endPlans, followPlan } from '../license/site-plan.ts';
import { endBought, followProvider, insertBought, licenseOfPurchase } from './bought-license.repo.ts';
import { recordInvoices } from './invoice.repo.ts';
import { priceById, priceByProvider } from './price.repo.ts';
import {
  lockPurchase,
  providerCustomerOf,
  takeNumber,
  uncheckedPurchases,
  updatePurchase,
  type PurchaseRow,
} from './purchase.repo.ts';
import { isKeyRefusal } from './stripe-refusal.ts';

const HOUR_MS = 3_600_000;
/** A purchase without a subscription after this time was given up before the provider knew of it. */
const ABANDONED_MS = 24 * HOUR_MS;
/** How long a trial waits for its card: as long as the provider waits for a first payment. */
const CARD_WAIT_MS = 23 * HOUR_MS;
const AT_ONCE = 100;
const OPEN_AGAIN_MS = 5 * 60_000;
const ALL_AGAIN_MS = 24 * HOUR_MS;

type Answer = { found: ProviderSubscription | null; invoices: ProviderInvoice[] };

/** A trial that nobody gave a card for is ended after some time: its order is given up, and the customer can begin another one. */
async function endForgotten(
  db: Database,
  payments: PaymentPort,
  row: PurchaseRow,
  found: ProviderSubscription,
  now: Date,
) {
  const isForgotten = found.waitsForCard && found.periodStart.getTime() + CARD_WAIT_MS <= now.getTime();
  if (!isForgotten || (await licenseOfPurchase(db, row.id))) return found;
  await payments.endUnpaid(found.id);
  return payments.subscription(found.id);
}

async function ask({ db, clock }: AppContext, payments: PaymentPort, row: PurchaseRow): Promise<Answer> {
  const customer =
    row.subscriptionId === null ? await providerCustomerOf(db, row.customerId, row.accountId) : undefined;
  const known =
    row.subscriptionId === null
      ? customer === undefined
        ? null
        : await payments.subscriptionOf(customer, row.id)
      : await payments.subscription(row.subscriptionId);
  const found = known && (await endForgotten(db, payments, row, known, clock.now()));
  return { found, invoices: found ? await payments.invoices(found.id) : [] };
}

const isPaid = (
  found: ProviderSubscription,
): found is ProviderSubscription & { status: 'trialing' | 'active' | 'past_due' } =>
  found.status === 'trialing' || found.status === 'active' || found.status === 'past_due';

/** Writes down what the provider answered. Returns the key of the license whose sites have to follow. */
async function apply(app: AppContext, tx: Database, row: PurchaseRow, { found, invoices }: Answer) {
  const now = app.clock.now();
  const { id, partnerId, customerId, accountId } = row;
  const own = await licenseOfPurchase(tx, id);
  if (!found) {
    // A provider that has lost a paid subscription is no reason to end it; a person has to look.
    if (own) app.log.warn({ purchase: id }, 'The payment provider does not know a subscription that was paid.');
    else if (row.createdAt.getTime() + ABANDONED_MS <= now.getTime())
      await updatePurchase(tx, id, { status: 'expired' }, now);
    return own?.key;
  }
  const owner = { partnerId, customerId, accountId, subscriptionId: found.id };
  await recordInvoices(tx, owner, invoices, now);
  const isOver = found.status === 'canceled' || found.status === 'incomplete_expired';
  const hasBegun = own !== undefined || (isPaid(found) && !found.waitsForCard);
  const status = hasBegun ? 'paid' : isOver ? 'expired' : 'incomplete';
  // What the provider has ended does not count again after a change back.
  const isDropped = row.couponId !== null && isPaid(found) && !found.discounted;
  await updatePurchase(tx, id, { status, subscriptionId: found.id, ...(isDropped && { couponDropped: true }) }, now);
  if (own && !isPaid(found)) {
    if (own.deactivatedAt === null) await endBought(tx, own.id, found.endedAt ?? now, now);
    return own.key;
  }
  if (!hasBegun || !isPaid(found)) return undefined;
  const price = await priceByProvider(tx, accountId, found.priceId);
  if (!price) app.log.warn({ purchase: id }, 'A subscription has a price that the panel does not know.');
  if (own) {
    if (own.deactivatedAt === null) await followProvider(tx, own.id, found, price, now);
    return own.key;
  }
  const first = price ?? (await priceById(tx, row.priceId));
  if (!first) throw new Error(`The price of the purchase ${id} is gone.`);
  const made = await insertBought(tx, row, found, first);
  await notifyOwners(tx, 'license_received', [made]);
  return made.key;
}

/**
 * Asks the provider about a purchase and writes down its answer: the only way to a license. Questions are numbered, and an answer is
 * dropped once a later question was answered: so doubled and reordered events do nothing more. Returns whether anything was written.
 * @throws PanelError PAYMENT_UNAVAILABLE
 */
export async function reconcile(app: AppContext, payments: PaymentPort, row: PurchaseRow): Promise<boolean> {
  const number = await takeNumber(app.db, row.id);
  const answer = await ask(app, payments, row);
  const done = await app.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, row.id);
    if (!locked || locked.answered >= number) return null;
    const key = await apply(app, tx, locked, answer);
    await updatePurchase(tx, row.id, { answered: number, checkedAt: app.clock.now() }, app.clock.now());
    return { key };
  });
  if (done?.key !== undefined) {
    await endPlans(app, done.key);
    await followPlan(app, done.key);
  }
  return done !== null;
}

/**
 * Asks about every purchase that was not asked about for a while: what a lost event or a process that ended has left behind.
 * Returns how many were asked about, and how many could not be.
 */
export async function reconcileAll(app: AppContext): Promise<{ asked: number; failed: number }> {
  const counts = { asked: 0, failed: 0 };
  // A key that is refused is refused for every purchase.
  const refused = new Set<string | null>();
  const now = app.clock.now().getTime();
  const moments = { since: new Date(now - ALL_AGAIN_MS), openSince: new Date(now - OPEN_AGAIN_MS) };
  for (let afterId: string | null = null; ;) {
    const rows: PurchaseRow[] = await uncheckedPurchases(app.db, { ...moments, afterId, limit: AT_ONCE });
    for (const row of rows) {
      try {
        const payments = refused.has(row.accountId) ? null : await paymentsAt(app, row.accountId);
        if (!payments) continue;
        await reconcile(app, payments, row);
        counts.asked += 1;
      } catch (error) {
        counts.failed += 1;
        if (error instanceof PanelError && isKeyRefusal(error.cause)) refused.add(row.accountId);
        app.log.warn({ err: error, purchase: row.id }, 'A purchase could not be compared with the payment provider.');
      }
    }
    afterId = rows.at(-1)?.id ?? null;
    if (afterId === null) return counts;
  }
}
