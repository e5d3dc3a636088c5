import { intentOf, invoiceOf } from './invoices.ts';
import { oneCurrency } from './currencies.ts';
import { takenOff } from './discounts.ts';
import type { SetupIntent } from './customer-objects.ts';
import { find, type Ledger, type Trial } from './ledger.ts';
import { newCheckout, type Checkout, type PaymentIntent } from './objects.ts';
import { invalid } from './processor-error.ts';
import type { Subscription } from './subscription-objects.ts';
import { cancelNow, cardConfirmed, intentPaid, subscribe } from './subscriptions.ts';

type Given = {
  customer: string;
  price: string;
  quantity: number;
  coupon: string | null;
  trial: Trial | null;
  metadata: Record<string, string>;
  reference: string | null;
  successUrl: string;
  cancelUrl: string;
};

/** Makes a page at which a subscription is bought. */
export function openCheckout(
  ledger: Ledger,
  { customer, price, quantity, coupon, trial, metadata, ...given }: Given,
): Checkout {
  find(ledger, 'customer', customer);
  const { unit_amount, currency } = find(ledger, 'price', price);
  oneCurrency(ledger, customer, currency);
  const subtotal = trial ? 0 : unit_amount * quantity;
  const total = subtotal - (coupon === null ? 0 : takenOff(find(ledger, 'coupon', coupon), subtotal, currency));
  const session = newCheckout(
    { ...given, customer, currency, subtotal, total, address: ledger.address() },
    ledger.now(),
  );
  ledger.books.checkout_session[session.id] = session;
  ledger.books.orderOf[session.id] = { customer, price, quantity, coupon, trial, metadata, subscription: null };
  return session;
}

/** The secret of the payment, or of the card, that the page asks for; its subscription begins when it is opened first. Null if there is nothing to do. */
export function enterCheckout(ledger: Ledger, id: string): string | null {
  const session = find(ledger, 'checkout_session', id);
  const order = ledger.books.orderOf[id];
  if (session.status !== 'open' || !order) return null;
  const known = order.subscription === null ? null : find(ledger, 'subscription', order.subscription);
  const subscription = known ?? subscribe(ledger, order);
  order.subscription = subscription.id;
  const setup = subscription.pending_setup_intent;
  if (setup !== null) return find(ledger, 'setup_intent', setup).client_secret;
  if (subscription.status !== 'incomplete') completeCheckout(ledger, subscription);
  return intentOf(ledger, subscription.latest_invoice ?? '')?.client_secret ?? null;
}

/** What a paid intent means: for its subscription, and for the page that it was bought at. */
export function paidFor(ledger: Ledger, intent: PaymentIntent): void {
  intentPaid(ledger, intent);
  const invoice = invoiceOf(ledger, intent);
  if (invoice) completeCheckout(ledger, find(ledger, 'subscription', invoice.parent.subscription_details.subscription));
}

/** What a confirmed card means: for the trial that waits for it, and for the page that it was begun at. */
export function confirmedFor(ledger: Ledger, intent: SetupIntent): void {
  const subscription = cardConfirmed(ledger, intent);
  if (subscription) completeCheckout(ledger, subscription);
}

/** What a paid subscription means for the page that it was bought at. */
function completeCheckout(ledger: Ledger, subscription: Subscription): void {
  const id = Object.keys(ledger.books.orderOf).find(
    (one) => ledger.books.orderOf[one]?.subscription === subscription.id,
  );
  const session = id === undefined ? undefined : ledger.books.checkout_session[id];
  if (session?.status !== 'open') return;
  session.status = 'complete';
  session.payment_status = subscription.status === 'trialing' ? 'no_payment_required' : 'paid';
  session.subscription = subscription.id;
  session.invoice = subscription.latest_invoice;
  session.url = null;
  ledger.emit('checkout.session.completed', session);
}

/** Ends an open page: nobody can pay there any more. */
export function expireCheckout(ledger: Ledger, id: string): Checkout {
  const session = find(ledger, 'checkout_session', id);
  if (session.status !== 'open')
    throw invalid(`Only Checkout Sessions with a status of open can be expired.`, 'session');
  session.status = 'expired';
  session.url = null;
  const begun = ledger.books.orderOf[id]?.subscription;
  if (begun) cancelNow(ledger, find(ledger, 'subscription', begun));
  ledger.emit('checkout.session.expired', session);
  return session;
}

/** Ends the pages whose time is over. */
export function expireCheckouts(ledger: Ledger): void {
  for (const { id, status, expires_at } of Object.values(ledger.books.checkout_session))
    if (status === 'open' && expires_at <= ledger.now()) expireCheckout(ledger, id);
}
