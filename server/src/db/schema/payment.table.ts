import type {
  CouponDuration,
  INVOICE_STATUSES,
  LicenseProduct,
  LicenseProject,
  PaymentAccountProblem,
  PaymentStatus,
  PriceInterval,
  RefundStatus,
} from '@panel/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

const ofPartner = () =>
  uuid('partner_id')
    .notNull()
    .references(() => partner.id, { onDelete: 'cascade' });
const ofCustomer = () =>
  uuid('customer_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

/**
 * An account at the payment provider that a partner has connected. Keys are sealed, and are gone once it is disconnected; the row stays
 * for what was paid there. A row of another table without an account was paid at the account of the installation.
 */
export const paymentAccount = pgTable(
  'payment_account',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    /** The provider's id of it. */
    providerAccount: text('provider_account').notNull(),
    /** Test mode has objects of its own. */
    isTest: boolean('is_test').notNull(),
    name: text('name').notNull(),
    country: text('country').notNull(),
    /** Lowercase, as Stripe writes it. */
    currency: text('currency').notNull(),
    secretKey: text('secret_key'),
    /** The last four characters of the key. */
    keyEnd: text('key_end').notNull(),
    publishableKey: text('publishable_key').notNull(),
    webhookSecret: text('webhook_secret'),
    /** The provider's id of the endpoint that its events come from. */
    webhookEndpoint: text('webhook_endpoint'),
    /** What was wrong when it was asked last. */
    problem: text('problem').$type<PaymentAccountProblem>(),
    checkedAt: time('checked_at').notNull(),
    lastEventAt: time('last_event_at'),
    disconnectedAt: time('disconnected_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('payment_account_provider').on(t.partnerId, t.providerAccount, t.isTest),
    uniqueIndex('payment_account_connected')
      .on(t.partnerId)
      .where(sql`disconnected_at is null`),
  ],
);

const atAccount = () => uuid('account_id').references(() => paymentAccount.id);
const ofAccount = () =>
  uuid('account_id')
    .notNull()
    .references(() => paymentAccount.id, { onDelete: 'cascade' });

/** What a partner asks for a product. A row is never changed: another price is another row, and the old one stays for who has it. */
export const planPrice = pgTable(
  'plan_price',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    product: text('product').$type<LicenseProduct>().notNull(),
    interval: text('interval').$type<PriceInterval>().notNull(),
    /** Lowercase, as Stripe writes it. */
    currency: text('currency').notNull(),
    /** In the smallest unit of the currency. */
    amount: integer('amount').notNull(),
    /** Whether it is offered. */
    active: boolean('active').notNull().default(true),
    /** At the installation's account; null until somebody buys it there first. */
    providerPrice: text('provider_price').unique(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('plan_price_offered')
      .on(t.partnerId, t.product, t.interval, t.currency)
      .where(sql`active`),
  ],
);

/** How a partner names a product and describes it; without a row it has the name of the panel's. */
export const planOffer = pgTable(
  'plan_offer',
  {
    partnerId: ofPartner(),
    product: text('product').$type<LicenseProduct>().notNull(),
    name: text('name').notNull(),
    features: jsonb('features').$type<string[]>().notNull(),
    /** For how many days it is free for who buys it first. */
    trialDays: integer('trial_days').notNull().default(0),
    version: integer('version').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.partnerId, t.product] })],
);

/** A code that makes a purchase cheaper. What it takes off is never changed: who has it keeps it. */
export const coupon = pgTable(
  'coupon',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    /** In capitals. */
    code: text('code').notNull(),
    /** One of the two; the amount in the smallest unit of the currency. */
    percent: integer('percent'),
    amount: integer('amount'),
    currency: text('currency'),
    duration: text('duration').$type<CouponDuration>().notNull(),
    months: integer('months'),
    endsAt: time('ends_at'),
    maxUses: integer('max_uses'),
    /** By customers whose accounts are deleted. */
    pastUses: integer('past_uses').notNull().default(0),
    /** Empty for all. */
    products: jsonb('products').$type<LicenseProduct[]>().notNull(),
    /** At the installation's account; null until somebody buys with it there first. */
    providerCoupon: text('provider_coupon').unique(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('coupon_code').on(t.partnerId, t.code),
    index('coupon_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
  ],
);

/** Prices at the accounts of partners, from when somebody buys first there. */
export const accountPrice = pgTable(
  'account_price',
  {
    accountId: ofAccount(),
    priceId: uuid('price_id')
      .notNull()
      .references(() => planPrice.id, { onDelete: 'cascade' }),
    providerPrice: text('provider_price').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.priceId] }),
    unique('account_price_provider').on(t.accountId, t.providerPrice),
  ],
);

/** Coupons at the accounts of partners, from when somebody buys first with them there. */
export const accountCoupon = pgTable(
  'account_coupon',
  {
    accountId: ofAccount(),
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupon.id, { onDelete: 'cascade' }),
    providerCoupon: text('provider_coupon').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.couponId] })],
);

/** Customers at the payment provider, once for each account that they have bought at. */
export const paymentCustomer = pgTable(
  'payment_customer',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    partnerId: ofPartner(),
    accountId: atAccount(),
    providerCustomer: text('provider_customer').notNull(),
    /** The email that the provider was last given, or has refused; null for those from before it was written down. */
    email: text('email'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('payment_customer_account').on(t.userId, t.accountId).nullsNotDistinct(),
    unique('payment_customer_provider').on(t.accountId, t.providerCustomer).nullsNotDistinct(),
  ],
);

/** In which currency a customer pays: that of the first order, until nothing is paid in it any more. */
export const customerCurrency = pgTable('customer_currency', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** Lowercase, as Stripe writes it. */
  currency: text('currency').notNull(),
  updatedAt: updatedAt(),
});

/** An order of a license. It becomes `paid` by the provider's word alone, and has its license from the same moment on. */
export const purchase = pgTable(
  'purchase',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    customerId: ofCustomer(),
    accountId: atAccount(),
    priceId: uuid('price_id')
      .notNull()
      .references(() => planPrice.id),
    quantity: integer('quantity').notNull(),
    /** For the whole quantity, at the price when it was ordered. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    couponId: uuid('coupon_id').references(() => coupon.id),
    /** What the coupon takes off the first payment. */
    discount: integer('discount').notNull().default(0),
    /** The provider no longer applies the coupon: it is used up, or the plan was changed to one that it is not valid for. */
    couponDropped: boolean('coupon_dropped').notNull().default(false),
    /** For how many days it is free first, and which of the customer's trials that is: one for each kind of project. */
    trialDays: integer('trial_days').notNull().default(0),
    trialOf: text('trial_of').$type<LicenseProject>(),
    status: text('status').$type<PaymentStatus>().notNull().default('incomplete'),
    /** At the provider; null until it has answered. */
    subscriptionId: text('subscription_id').unique(),
    /** The provider's own checkout page, where the order is to be paid there. */
    checkoutSession: text('checkout_session'),
    /** Numbers of the last request to the provider and of the last answer saved: older answers are ignored. */
    asked: integer('asked').notNull().default(0),
    answered: integer('answered').notNull().default(0),
    checkedAt: time('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('purchase_open')
      .on(t.customerId, t.priceId, t.quantity)
      .where(sql`status = 'incomplete'`),
    /** Each customer once for each coupon; it also counts the uses. */
    uniqueIndex('purchase_coupon')
      .on(t.couponId, t.customerId)
      .where(sql`coupon_id is not null and status <> 'expired'`),
    /** Nobody has a second trial, whatever happens at once. */
    uniqueIndex('purchase_trial')
      .on(t.customerId, t.trialOf)
      .where(sql`trial_of is not null and status <> 'expired'`),
    index('purchase_checked').on(t.checkedAt.asc().nullsFirst(), t.id),
    index('purchase_customer').on(t.customerId),
    index('purchase_account')
      .on(t.accountId)
      .where(sql`account_id is not null`),
  ],
);

/** Invoices as the provider has them. */
export const invoice = pgTable(
  'invoice',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    customerId: ofCustomer(),
    accountId: atAccount(),
    providerInvoice: text('provider_invoice').notNull(),
    number: text('number'),
    status: text('status').$type<(typeof INVOICE_STATUSES)[number]>().notNull(),
    description: text('description').notNull(),
    total: integer('total_amount').notNull(),
    amountPaid: integer('amount_paid').notNull(),
    currency: text('currency').notNull(),
    subscriptionId: text('subscription_id'),
    /** A card was refused for it, whether it was paid later or not; not for the first invoice of a subscription. */
    failed: boolean('failed').notNull().default(false),
    hostedUrl: text('hosted_url'),
    /** The sums of its refunds: paid back, and on their way. */
    refunded: integer('refunded').notNull().default(0),
    refundPending: integer('refund_pending').notNull().default(0),
    /** As for a purchase, of the questions about its refunds. */
    asked: integer('asked').notNull().default(0),
    answered: integer('answered').notNull().default(0),
    createdAt: time('created_at').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('invoice_provider').on(t.providerInvoice),
    /** With what a sum of payments reads, so that it reads nothing else. */
    index('invoice_partner_created').on(
      t.partnerId,
      t.createdAt.desc().nullsFirst(),
      t.currency,
      t.amountPaid,
      t.refunded,
    ),
    index('invoice_customer_created').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
    index('invoice_failed')
      .on(t.partnerId, t.createdAt)
      .where(sql`failed`),
    index('invoice_open')
      .on(t.partnerId, t.subscriptionId)
      .where(sql`status = 'open'`),
  ],
);

/**
 * Money that goes back to who paid an invoice. One that staff ask for is written before the provider hears of it, and its id is the key of
 * the request.
 */
export const refund = pgTable(
  'refund',
  {
    id: primaryId(),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoice.id, { onDelete: 'cascade' }),
    /** Null until the provider has answered. */
    providerRefund: text('provider_refund').unique(),
    /** In the currency of the invoice. */
    amount: integer('amount').notNull(),
    status: text('status').$type<RefundStatus>().notNull().default('requested'),
    /** What staff wrote; empty for one that was made at the provider. */
    reason: text('reason').notNull().default(''),
    /** How many requests have asked the provider for it. */
    tries: integer('tries').notNull().default(1),
    /** Why the provider could not pay it back, in its word. */
    failure: text('failure'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    /** A double click and a second tab get the same one. */
    uniqueIndex('refund_requested')
      .on(t.invoiceId)
      .where(sql`status = 'requested'`),
    index('refund_invoice').on(t.invoiceId, t.createdAt.desc().nullsFirst(), t.id),
    index('refund_waiting')
      .on(t.updatedAt)
      .where(sql`status in ('requested', 'pending')`),
  ],
);
