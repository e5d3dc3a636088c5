import { CURRENCY_NOT_SOLD, type PaymentCurrency } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import * as repo from './currency.repo.ts';
import type { PurchaseRow } from './purchase.repo.ts';

/** As it is read: USD. */
const readable = (currency: string): string => currency.toUpperCase();

/**
 * The currency of the caller: that of their licenses, which is fixed; else that of their last order, or the partner's, among those that
 * are sold.
 */
export async function showCurrency(context: CallContext): Promise<PaymentCurrency> {
  const { app, partner } = context;
  const { id } = signedIn(context);
  const [choices, paid, ordered] = await Promise.all([
    repo.soldCurrencies(app.db, partner.id),
    repo.paidCurrency(app.db, id),
    repo.orderedCurrency(app.db, id),
  ]);
  const preferred = [ordered, partner.currency].find((one) => one !== undefined && choices.includes(one));
  return { currency: paid ?? preferred ?? choices[0] ?? partner.currency, fixed: paid !== undefined, choices };
}

/** The currency that prices are shown in: what the caller has chosen, where they can choose it. */
export async function currencyFor(context: CallContext, chosen: string | undefined): Promise<string> {
  const { currency, fixed, choices } = await showCurrency(context);
  return !fixed && chosen !== undefined && choices.includes(chosen) ? chosen : currency;
}

/**
 * Makes the currency of an order that of its customer, in the transaction that writes the order. An order in another currency that waits
 * for its card is answered: it has to be ended first. The provider takes one currency of a customer at a time.
 * @throws PanelError CURRENCY_FIXED if licenses are paid in another one
 */
export async function takeCurrency(
  tx: Database,
  { customerId, currency }: Pick<PurchaseRow, 'customerId' | 'currency'>,
  now: Date,
): Promise<PurchaseRow | undefined> {
  await repo.lockCurrency(tx, customerId, currency, now);
  const paid = await repo.paidCurrency(tx, customerId, currency);
  if (paid !== undefined) throw new PanelError('CURRENCY_FIXED', { currency: readable(paid) });
  const open = await repo.openInOther(tx, customerId, currency);
  if (!open) await repo.setCurrency(tx, customerId, currency, now);
  return open;
}

/** @throws PanelError CURRENCY_FIXED for a price in another currency than what is paid */
export function checkCurrency(paid: string, wanted: string): void {
  if (paid !== wanted) throw new PanelError('CURRENCY_FIXED', { currency: readable(paid) });
}

/** Chooses the currency that customers see prices in first. @throws PanelError VALIDATION for one that nothing is sold in */
export async function saveCurrency(context: CallContext, currency: string): Promise<{ currency: string }> {
  const { app, partner, request } = context;
  if (!(await repo.soldCurrencies(app.db, partner.id)).includes(currency))
    throw new PanelError('VALIDATION', {}, { fields: { currency: CURRENCY_NOT_SOLD } });
  await app.db.transaction(async (tx) => {
    await repo.setPartnerCurrency(tx, partner.id, currency, app.clock.now());
    const who = { partnerId: partner.id, userId: signedIn(context).id, request };
    await audit(tx, 'catalog.currency', who, { currency });
  });
  await app.partners.changed(partner.id);
  return { currency };
}
