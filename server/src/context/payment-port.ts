/** A subscription as the provider has it now. */
export type ProviderSubscription = {
  id: string;
  customerId: string;
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused';
  /** The provider's id of its price. */
  priceId: string;
  itemId: string;
  quantity: number;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  /** When its trial ends, or has ended; null without one. */
  trialEnd: Date | null;
  /** It is on trial, and no card was confirmed that would pay it later: nobody has it yet. */
  waitsForCard: boolean;
  /** A coupon takes something off what is paid next. */
  discounted: boolean;
  /** The purchase that it was started for. */
  purchaseId: string | undefined;
  /** Of its first payment, or of the card of its trial, for the card form; null once there is nothing to do. */
  clientSecret: string | null;
  /** The provider's own page of the same payment. */
  hostedUrl: string | null;
};

export type ProviderInvoice = {
  id: string;
  number: string | null;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  description: string;
  total: number;
  amountPaid: number;
  currency: string;
  /** A card was refused for it, whether it was paid later or not; not for the first one of a subscription. */
  failed: boolean;
  hostedUrl: string | null;
  createdAt: Date;
};

export type ProviderCard = {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Everything is paid with it, except what a purchase is paid with. */
  isDefault: boolean;
};

/** The provider's own page at which a subscription is bought; its subscription exists once it is complete. */
export type ProviderCheckout = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  /** Null once nothing can be paid there. */
  url: string | null;
  subscriptionId: string | null;
};

export type PlanPreview = { amountDue: number; currency: string; lines: { description: string; amount: number }[] };

/** A refund as the provider has it now. */
export type ProviderRefund = {
  id: string;
  /** The panel's own id of it; undefined for one that was made at the provider. */
  refundId: string | undefined;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** The provider's word for why it failed. */
  failure: string | null;
  createdAt: Date;
};

/** What a signed event is about: a subscription, or a payment that was refunded; nothing else of it is believed. */
export type ProviderEvent =
  | { subscriptionId: string; purchaseId: string | undefined }
  | { refundedPayment: string }
  | null;

/** What is printed on invoices about a customer; empty texts for what is not known. */
export type BillingFacts = {
  name: string;
  line1: string;
  line2: string;
  postal_code: string;
  city: string;
  state: string;
  country: string;
  tax_id: string;
};

/** An invoice with what is printed on it, as it was when it was made out. Amounts in the smallest unit of the currency. */
export type InvoiceDocument = {
  number: string;
  status: ProviderInvoice['status'];
  currency: string;
  createdAt: Date;
  paidAt: Date | null;
  buyer: Omit<BillingFacts, 'tax_id'> & { email: string; taxIds: string[] };
  lines: { description: string; quantity: number; amount: number; from: Date; to: Date }[];
  subtotal: number;
  discount: number;
  tax: number;
  /** The tax is a part of the amounts of the lines. */
  taxIncluded: boolean;
  total: number;
  /** Of it, what earlier credit has paid; below zero for what was owed before and is paid, too. */
  credit: number;
  amountPaid: number;
  refunded: number;
  remaining: number;
};

/** `invoice`: the provider's id. */
type NewRefund = { refundId: string; invoice: string; amount: number };
type NewPrice = { priceId: string; name: string; currency: string; amount: number; interval: 'month' | 'year' };
type NewCoupon = {
  couponId: string;
  code: string;
  percent: number | null;
  amount: number | null;
  currency: string | null;
  duration: 'once' | 'repeating' | 'forever';
  months: number | null;
};
/** `providerCoupon`: null without one. */
type NewSubscription = {
  purchaseId: string;
  customerId: string;
  providerPrice: string;
  quantity: number;
  providerCoupon: string | null;
  /** 0 for none. It begins at once; without a card at its end the subscription ends, and nothing is charged. */
  trialDays: number;
};
/** `after`: the session that has expired for the same purchase. */
type NewCheckout = NewSubscription & { successUrl: string; cancelUrl: string; after: string | null };
/** `at`: the moment from which the difference is calculated, in seconds; now without it. */
type Change = {
  providerPrice: string;
  at?: number | undefined;
  /** Whether the coupon of the subscription does not count for the new price. */
  dropDiscount: boolean;
};

/**
 * The payment provider. What creates something is keyed by the panel's own id of it, so that a repeated request creates
 * nothing more. @throws PanelError PAYMENT_UNAVAILABLE, PAYMENT_DECLINED
 */
export type PaymentPort = {
  /** The panel’s id of the account of a partner; null for the installation’s. */
  account: string | null;
  publishableKey: string;
  isTest: boolean;
  /** Of a processor without a script for browsers; null for Stripe. */
  cardForm: string | null;
  createCustomer(user: { id: string; email: string; name: string }): Promise<string>;
  /** Returns whether the provider took it: not for a customer that was deleted there, nor an email that it does not take. */
  setEmail(customerId: string, email: string): Promise<boolean>;
  createPrice(price: NewPrice): Promise<string>;
  createCoupon(coupon: NewCoupon): Promise<string>;
  startSubscription(given: NewSubscription): Promise<ProviderSubscription>;
  /** Nobody can pay there twice; whoever has paid elsewhere must end it first. */
  startCheckout(given: NewCheckout): Promise<ProviderCheckout>;
  checkout(id: string): Promise<ProviderCheckout | null>;
  /** Ends an open one. Returns what it is then: it may have been paid just before. */
  endCheckout(id: string): Promise<ProviderCheckout | null>;
  /** Null for one that the provider does not have. */
  subscription(id: string): Promise<ProviderSubscription | null>;
  /** The one that was started for a purchase, by a process that ended before it could write the id down. */
  subscriptionOf(customerId: string, purchaseId: string): Promise<ProviderSubscription | null>;
  /** @throws PanelError CARD_MISSING if it is turned on and no card would pay it */
  setRenewal(id: string, on: boolean): Promise<void>;
  endNow(id: string): Promise<void>;
  /**
   * Ends a subscription whose first payment is open, or whose trial waits for a card, so that nobody can do that any more. Nothing happens to
   * one that was paid, or has its card.
   */
  endUnpaid(id: string): Promise<void>;
  preview(subscription: ProviderSubscription, change: Change): Promise<PlanPreview>;
  /** Changes the price and charges the difference; if the card is refused, nothing is changed. */
  changePrice(subscription: ProviderSubscription, change: Change): Promise<void>;
  /** The newest of a subscription. */
  invoices(subscriptionId: string): Promise<ProviderInvoice[]>;
  /** Null for a draft, and for one that the provider does not have. */
  invoiceDocument(id: string): Promise<InvoiceDocument | null>;
  /**
   * Pays a part of an invoice back, or all of it.
   * @throws PanelError REFUND_REFUSED; PAYMENT_UNAVAILABLE, after which it may have been made: `refunds` says
   */
  refund(given: NewRefund): Promise<ProviderRefund>;
  /** All of an invoice. */
  refunds(invoice: string): Promise<ProviderRefund[]>;
  /** The provider's id of the invoice that a payment paid. */
  invoiceOfPayment(payment: string): Promise<string | null>;
  cards(customerId: string): Promise<ProviderCard[]>;
  /** The secret with which the card form keeps one more card of a customer. */
  addCard(customerId: string): Promise<string>;
  /** All subscriptions that have not ended are paid with it from now on, also canceled ones if they are resumed. */
  setDefaultCard(customerId: string, cardId: string): Promise<void>;
  /**
   * Removes a card, unless a subscription will be paid with it: with the card itself, as the default, or as the only one.
   * @throws PanelError CARD_IN_USE
   */
  removeCard(customerId: string, cardId: string): Promise<void>;
  billing(customerId: string): Promise<BillingFacts>;
  /** @throws PanelError VALIDATION for a tax id that the provider does not take */
  setBilling(customerId: string, facts: BillingFacts): Promise<void>;
  /** Null for an event about something else; undefined if it is not signed by the provider, or too old. */
  readEvent(body: string, signature: string): ProviderEvent | undefined;
};
