import type { PaymentMethod } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { PaymentPort, ProviderCard } from '../../context/payment-port.ts';
import { found } from '../../context/scope.ts';
import { customerAt, paymentsOf } from './buy.service.ts';
import { publicCard } from './public-payment.ts';
import { providerCustomerOf } from './purchase.repo.ts';

const record = ({ app, partner, request, viewer }: CallContext, action: string, { brand, last4 }: ProviderCard) =>
  audit(app.db, action, { partnerId: partner.id, userId: viewer?.user.id ?? null, request }, { brand, last4 });

/** The caller's cards. @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE */
export async function showCards(context: CallContext): Promise<PaymentMethod[]> {
  const payments = await paymentsOf(context);
  const customer = await providerCustomerOf(context.app.db, signedIn(context).id, payments.account);
  return customer === undefined ? [] : (await payments.cards(customer)).map(publicCard);
}

/** The secret with which the card form keeps one more card. @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE */
export async function startCard(context: CallContext): Promise<{ clientSecret: string }> {
  const payments = await paymentsOf(context);
  return { clientSecret: await payments.addCard(await customerAt(context, payments)) };
}

type Own = { payments: PaymentPort; customer: string; card: ProviderCard };

/** A card of the caller: one of somebody else is not found, too. @throws PanelError NOT_FOUND */
async function ownCard(context: CallContext, id: string): Promise<Own> {
  const payments = await paymentsOf(context);
  const customer = found(await providerCustomerOf(context.app.db, signedIn(context).id, payments.account));
  return { payments, customer, card: found((await payments.cards(customer)).find((one) => one.id === id)) };
}

/** Makes a card the one that everything is paid with. @throws PanelError NOT_FOUND, PAYMENT_OFF, PAYMENT_UNAVAILABLE */
export async function setDefaultCard(context: CallContext, id: string): Promise<PaymentMethod[]> {
  const { payments, customer, card } = await ownCard(context, id);
  await payments.setDefaultCard(customer, id);
  await record(context, 'payment.card.default', card);
  return showCards(context);
}

/**
 * Removes a card, unless a running subscription is paid with it.
 * @throws PanelError NOT_FOUND, CARD_IN_USE, PAYMENT_OFF, PAYMENT_UNAVAILABLE
 */
export async function removeCard(context: CallContext, id: string): Promise<PaymentMethod[]> {
  const { payments, customer, card } = await ownCard(context, id);
  await payments.removeCard(customer, id);
  await record(context, 'payment.card.remove', card);
  return showCards(context);
}
