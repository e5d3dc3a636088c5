import type { Owner, WebhookEndpoint } from './account-objects.ts';
import type { Coupon, Discount } from './coupon-objects.ts';
import type { SetupIntent, TaxId } from './customer-objects.ts';
import type { Checkout, Customer, PaymentIntent, PaymentMethod, Price, Product } from './objects.ts';
import type { Charge, Refund } from './refund-objects.ts';
import {
  newEvent,
  type Invoice,
  type MissingCard,
  type ProcessorEvent,
  type Subscription,
} from './subscription-objects.ts';
import { missing } from './processor-error.ts';

export type KeptAnswer = { request: string; status: number; body: unknown };
type Kept<T> = Record<string, T>;

export type Trial = { days: number; missingCard: MissingCard };

export type CheckoutOrder = {
  customer: string;
  price: string;
  quantity: number;
  coupon: string | null;
  trial: Trial | null;
  metadata: Record<string, string>;
  subscription: string | null;
};

/** All that the processor knows; plain data, so that it can be kept in a file. */
export type Books = {
  customer: Kept<Customer>;
  product: Kept<Product>;
  price: Kept<Price>;
  payment_method: Kept<PaymentMethod>;
  payment_intent: Kept<PaymentIntent>;
  setup_intent: Kept<SetupIntent>;
  tax_id: Kept<TaxId>;
  subscription: Kept<Subscription>;
  checkout_session: Kept<Checkout>;
  /** What is bought at a checkout page, and its subscription once somebody has opened it. */
  orderOf: Kept<CheckoutOrder>;
  invoice: Kept<Invoice>;
  charge: Kept<Charge>;
  refund: Kept<Refund>;
  coupon: Kept<Coupon>;
  discount: Kept<Discount>;
  webhook_endpoint: Kept<WebhookEndpoint>;
  /** Signing secrets of endpoints. */
  secretOf: Kept<string>;
  /** The intent that pays an invoice. */
  intentOf: Kept<string>;
  /** Test numbers of payment methods, and how often each was charged. */
  numberOf: Kept<string>;
  charges: Kept<number>;
  /** Ends of trials that were announced, by their subscriptions. */
  trialTold: Kept<number>;
  /** Credit of a customer in currencies other than that of their last invoice. */
  creditOf: Kept<number>;
  answers: Kept<KeptAnswer>;
  /** Events that the panel has not accepted yet, the oldest first. */
  pending: ProcessorEvent[];
  /** The books of the other accounts, by their publishable keys. */
  others: Kept<Books>;
};

export const emptyBooks = (): Books => ({
  customer: {},
  product: {},
  price: {},
  payment_method: {},
  payment_intent: {},
  setup_intent: {},
  tax_id: {},
  subscription: {},
  checkout_session: {},
  orderOf: {},
  invoice: {},
  charge: {},
  refund: {},
  coupon: {},
  discount: {},
  webhook_endpoint: {},
  secretOf: {},
  intentOf: {},
  numberOf: {},
  charges: {},
  trialTold: {},
  creditOf: {},
  answers: {},
  pending: [],
  others: {},
});

type Objects = Pick<
  Books,
  | 'customer'
  | 'product'
  | 'price'
  | 'payment_method'
  | 'payment_intent'
  | 'setup_intent'
  | 'tax_id'
  | 'subscription'
  | 'checkout_session'
  | 'invoice'
  | 'charge'
  | 'refund'
  | 'coupon'
  | 'discount'
  | 'webhook_endpoint'
>;
export type Kind = keyof Objects;

/** What the parts of the processor work on. */
export type Ledger = {
  /** Of whom it is. */
  owner: Owner;
  books: Books;
  /** Seconds since the epoch. */
  now(): number;
  /** Where browsers reach the processor. */
  address(): string;
  /** The page at which the intent with this secret is paid. */
  formOf(clientSecret: string): string;
  emit(type: string, object: object): void;
};

/** Opens a ledger; `announce` is called for every event. */
export const createLedger = (
  books: Books,
  given: Pick<Ledger, 'owner' | 'now' | 'address' | 'formOf'> & { announce(event: ProcessorEvent): void },
): Ledger => ({
  books,
  owner: given.owner,
  now: given.now,
  address: given.address,
  formOf: given.formOf,
  emit(type, object) {
    const event = newEvent(type, object, given.now());
    books.pending.push(event);
    given.announce(event);
  },
});

/** An object by its id. @throws ProcessorError 404 */
export function find<K extends Kind>({ books }: Ledger, kind: K, id: string): Objects[K][string] {
  const table: Kept<unknown> = books[kind];
  if (!Object.hasOwn(table, id)) throw missing(kind.replace('_', ' '), id);
  return table[id] as Objects[K][string];
}
