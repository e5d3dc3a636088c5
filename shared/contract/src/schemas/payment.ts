import * as v from 'valibot';
import { LICENSE_PRODUCT_IDS, LICENSE_PROJECTS } from '../licenses.ts';
import {
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  PRICE_INTERVALS,
  QUANTITY_MAX,
  REFUND_REASON_MAX,
  REFUND_STATUSES,
} from '../prices.ts';
import { BUY_LINK_PLANS } from '../plans.ts';
import { USAGE_KINDS, USAGE_LEVELS } from '../usage-limits.ts';
import { list } from './bounded.ts';
import { TRIAL_DAYS_MAX } from './catalog.ts';
import { CouponCode } from './coupon.ts';
import { Fqdn, Id, INT4_MAX } from './fields.ts';
import { License } from './license.ts';
import { listQuery } from './list.ts';

const Product = v.picklist(LICENSE_PRODUCT_IDS);
const PlanType = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64));
/** The provider's id of a subscription. */
const SubscriptionId = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(255));
/** Lowercase, as Stripe writes it: `usd`. */
const Currency = v.string();

export const Price = v.object({
  id: v.string(),
  /** In the smallest unit of the currency (spec §9: shown as unit_amount / 100, where the currency has cents). */
  unit_amount: v.number(),
  currency: Currency,
  recurring: v.object({ interval: v.picklist(PRICE_INTERVALS) }),
});
export type Price = v.InferOutput<typeof Price>;

export const PricedProduct = v.object({
  product_type: Product,
  product_name: v.string(),
  project_type: v.picklist(LICENSE_PROJECTS),
  plan_type: v.string(),
  /** Sites, or applications, of one license. */
  site_limit: v.number(),
  /** What the partner says of it besides its limits. */
  features: v.array(v.string()),
  /** For how many days it is free at first, for who asks; 0 for who had a trial, or has bought a license for the same kind of project, before. */
  trial_days: v.number(),
  /** In one currency, and at most one for each interval. */
  prices: v.array(Price),
});
export type PricedProduct = v.InferOutput<typeof PricedProduct>;

export const PricesInput = v.object({
  product_types: list(Product, { min: 1, max: LICENSE_PRODUCT_IDS.length }),
  /** The one that the caller has chosen. Who pays in another one, or asks for one that is not sold, gets that of `payment.currency`. */
  currency: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{3}$/))),
});

/** In which currency the caller pays. */
export const PaymentCurrency = v.object({
  currency: Currency,
  /** It cannot be changed: licenses are paid in it. */
  fixed: v.boolean(),
  /** Those that the partner sells in. */
  choices: v.array(v.string()),
});
export type PaymentCurrency = v.InferOutput<typeof PaymentCurrency>;

export const SetPaymentInput = v.object({
  priceId: Id,
  quantity: v.pipe(v.number(), v.integer('Enter a whole number.'), v.minValue(1), v.maxValue(QUANTITY_MAX)),
  project_type: v.picklist(LICENSE_PROJECTS),
  plan_type: PlanType,
  /** Changes what the order costs; the server says to what. */
  coupon: v.optional(v.nullable(CouponCode)),
  /** The trial that the page has shown. It changes nothing: an order with another one is not made. */
  trial_days: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(TRIAL_DAYS_MAX))),
});
export type SetPaymentInput = v.InferInput<typeof SetPaymentInput>;

/**
 * `id`: the site or application that waits for the license, and `domain` the domain that it is to have: the page after the payment goes on
 * with both. `partnerLink`: the panel's address in this browser, one of the partner's own, to which the provider's page leads back.
 */
export const CheckoutInput = v.object({
  priceId: Id,
  id: v.optional(v.nullable(Id)),
  domain: v.optional(v.nullable(Fqdn)),
  partnerLink: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(300), v.url()))),
});
export type CheckoutInput = v.InferInput<typeof CheckoutInput>;

export const CheckoutStarted = v.object({
  /** Of the purchase, for `payments/{id}`. */
  id: v.string(),
  /** The provider’s own page. Null if it is paid already. */
  url: v.nullable(v.string()),
});

/** A purchase that waits for its card. Amount and currency are the server's. */
export const PaymentStarted = v.object({
  /** Of the purchase, for `payments/{id}`. */
  id: v.string(),
  /** For the provider's card form alone; null if nothing has to be paid now. */
  clientSecret: v.nullable(v.string()),
  /** The provider’s own page of the same payment, for a tab of its own; null if nothing has to be paid now. */
  hosted_url: v.nullable(v.string()),
  /** To pay now, or at the end of the trial: what is left after `discount`. */
  amount: v.number(),
  discount: v.number(),
  currency: Currency,
  /** Above 0 the card is only confirmed now, and nothing is charged before that. */
  trial_days: v.number(),
});
export type PaymentStarted = v.InferOutput<typeof PaymentStarted>;

export const Payment = v.object({
  id: v.string(),
  status: v.picklist(PAYMENT_STATUSES),
  product_type: Product,
  product_name: v.string(),
  plan_type: v.string(),
  project_type: v.picklist(LICENSE_PROJECTS),
  quantity: v.number(),
  /** To pay first: what is left after `discount`. */
  amount: v.number(),
  discount: v.number(),
  /** The code that it was bought with. */
  coupon: v.nullable(v.string()),
  currency: Currency,
  interval: v.picklist(PRICE_INTERVALS),
  /** For how many days it is free first. */
  trial_days: v.number(),
  /** Once it is paid, or its trial has begun. */
  license: v.nullable(License),
  created_at: v.string(),
});
export type Payment = v.InferOutput<typeof Payment>;

export const PublishableKey = v.object({
  publishableKey: v.string(),
  /** No real money moves. */
  isTest: v.boolean(),
  /**
   * Address of the processor's own card form for a frame, on machines without Stripe; null where Stripe's script makes it. It takes
   * `?client_secret=…&key=…`, and posts `{ type: 'ready' | 'resize' | 'processing' | 'succeeded' | 'failed', message?, height? }`
   * to the page that frames it.
   */
  cardForm: v.nullable(v.string()),
});
export type PublishableKey = v.InferOutput<typeof PublishableKey>;

export const PaymentMethod = v.object({
  id: v.string(),
  brand: v.string(),
  last4: v.string(),
  exp_month: v.number(),
  exp_year: v.number(),
  is_default: v.boolean(),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

/** `id`: of the card, the provider's. */
export const CardInput = v.object({ id: v.pipe(v.string(), v.regex(/^\w{1,255}$/)) });

/** For the provider's card form alone. */
export const CardSetup = v.object({ clientSecret: v.string() });

export const RenewalInput = v.object({ subscription_id: SubscriptionId, renewal_automatically: v.boolean() });
export const CancelInput = v.object({ subscription_id: SubscriptionId });

/** `id`: of the license; `product_name`: the product that it would be, at the same interval. */
export const ProrationInput = v.object({ id: Id, product_name: Product });

/** What a change of plan costs, before it is made; nothing is changed. Amounts in the smallest unit of the currency. */
export const Proration = v.object({
  subscription_id: v.string(),
  /** For `upgrade`. */
  price_id: v.string(),
  plan_type: v.string(),
  currency: Currency,
  /** To pay now; below zero is credit for the next invoices. */
  amount_due: v.number(),
  lines: v.array(v.object({ description: v.string(), amount: v.number() })),
  /** The moment that it was calculated for, in seconds since the epoch. */
  proration_date: v.number(),
  /** On the next date; a coupon may still count then. */
  next_amount: v.number(),
  /** Seconds since the epoch. */
  next_date: v.number(),
  interval: v.picklist(PRICE_INTERVALS),
});
export type Proration = v.InferOutput<typeof Proration>;

export const UpgradeInput = v.object({ subscription_id: SubscriptionId, price_id: Id, plan_type: PlanType });

/** How long a preview can be ordered, in seconds. */
export const PRORATION_VALID_SECONDS = 3600;

/** A change as it was previewed, to be charged exactly so. */
export const UpgradeInvoiceInput = v.object({
  proration: v.object({
    subscription_id: SubscriptionId,
    price_id: Id,
    currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
    amount_due: v.pipe(v.number(), v.safeInteger()),
    proration_date: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
});
export type UpgradeInvoiceInput = v.InferInput<typeof UpgradeInvoiceInput>;

/** `app`: the id of an application; `db`: whether its license is to include a database. */
export const DatabaseEntitlementInput = v.object({ app: Id, db: v.boolean() });

export const SubscriptionsQuery = v.object({
  /** Of the partner; ignored beyond a check that it is the caller's. */
  domain: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
  /** Of a site or an application. */
  fqdn: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
});

export const PlanSubscriptions = v.object({
  /** Of the site or the application; of the account without one. */
  plan_type: v.string(),
  /** The next plan up, null for the largest. */
  upgrade_to: v.nullable(v.string()),
  /** The caller's bought licenses; with `fqdn` only the one that it uses. */
  subscriptions: v.array(License),
});
export type PlanSubscriptions = v.InferOutput<typeof PlanSubscriptions>;

export const Invoice = v.object({
  id: v.string(),
  /** Null for a draft. */
  number: v.nullable(v.string()),
  status: v.picklist(INVOICE_STATUSES),
  description: v.string(),
  total: v.number(),
  amount_paid: v.number(),
  /** Of what was paid: paid back, and on its way back. */
  refunded: v.number(),
  refund_pending: v.number(),
  currency: Currency,
  subscription_id: v.nullable(v.string()),
  /** The provider's own page of it. */
  hosted_invoice_url: v.nullable(v.string()),
  created_at: v.string(),
});
export type Invoice = v.InferOutput<typeof Invoice>;

/** Beside the calls: an invoice as PDF, by its id, for its customer and for staff of the partner. */
export const INVOICE_PDF_PATH = '/invoice-pdf/';

export const INVOICE_ORDER_COLUMNS = ['created_at', 'total'] as const;
export const InvoiceListQuery = v.object(listQuery(INVOICE_ORDER_COLUMNS));

/** Money that goes back to who paid an invoice. */
const Refund = v.object({
  id: v.string(),
  /** In the currency of the invoice. */
  amount: v.number(),
  status: v.picklist(REFUND_STATUSES),
  /** What staff wrote; empty for one that was made at the provider. */
  reason: v.string(),
  /** The provider’s word for why it could not pay it back; `not_made` if it turned out not to have made it. */
  failure: v.nullable(v.string()),
  created_at: v.string(),
});
export type Refund = v.InferOutput<typeof Refund>;

/** An invoice as staff see it: with its customer and its refunds, the newest first. */
export const StaffInvoice = v.object({
  ...Invoice.entries,
  customer_id: v.string(),
  customer_email: v.string(),
  refunds: v.array(Refund),
});
export type StaffInvoice = v.InferOutput<typeof StaffInvoice>;

export const StaffInvoiceListQuery = v.object({
  ...listQuery(INVOICE_ORDER_COLUMNS),
  customer_id: v.optional(Id),
});

/** Why an amount is refused that only the invoice can tell. */
export const REFUND_REFUSALS = {
  amount: 'This is more than what was paid and not refunded yet.',
  currency: 'This invoice was paid in another currency.',
  step: 'Use 0 as the last decimal: cards can’t be refunded more exactly in this currency.',
} as const;

const Sum = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(INT4_MAX));

/** A refund of a whole invoice, or of a part of it. `amount` in the smallest unit of its currency, which has to be the invoice’s. */
export const RefundInput = v.object({
  id: Id,
  amount: v.pipe(
    v.number(),
    v.safeInteger('Enter an amount without parts of the smallest unit.'),
    v.minValue(1, 'Enter an amount above zero.'),
    v.maxValue(INT4_MAX, REFUND_REFUSALS.amount),
  ),
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Say why. The reason is kept in the audit log.'),
    v.maxLength(REFUND_REASON_MAX, `At most ${REFUND_REASON_MAX} characters are allowed.`),
  ),
  /** What was refunded, and is on its way, when the form was opened: whoever does not know of another refund does not refund more. */
  seen: v.object({ refunded: Sum, refund_pending: Sum }),
});
export type RefundInput = v.InferOutput<typeof RefundInput>;

export const LicenseTypesQuery = v.object({
  category: v.optional(v.picklist(LICENSE_PROJECTS)),
  partnerId: v.optional(Id),
});

export const LicenseType = v.object({
  type: Product,
  name: v.string(),
  category: v.picklist(LICENSE_PROJECTS),
  plan_type: v.string(),
  site_limit: v.number(),
});

const isBuyLink = (text: string): boolean => {
  if (text === '') return true;
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === '' && password === '' && hostname.includes('.');
};

/** Empty for none. */
const BuyLinkAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500, 'At most 500 characters are allowed.'),
  v.check(isBuyLink, 'Enter a full address that begins with https://.'),
);

/** Where the partner sells each plan outside of the panel; a plan whose link is empty is not sold there. */
export const BuyLinkSettings = v.strictObject(v.entriesFromList(BUY_LINK_PLANS, BuyLinkAddress));
export type BuyLinkSettings = v.InferOutput<typeof BuyLinkSettings>;

/** Of one limit of the caller's plan. Sizes in bytes, build time in minutes. */
export const PlanUsage = v.object({
  kind: v.picklist(USAGE_KINDS),
  /** The site or application; null for what the account has. */
  subject_id: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  used: v.number(),
  limit: v.number(),
  percent: v.number(),
  /** The highest share of the limit that is reached: 75, 90 or 100; 0 for none. */
  level: v.picklist([0, ...USAGE_LEVELS]),
});
export type PlanUsage = v.InferOutput<typeof PlanUsage>;

const Language = v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}(-[A-Z]{2})?$/)), 'en');
/** `type`: the plan to buy, e.g. PRO. */
export const BuyLinkQuery = v.object({ type: PlanType, partnerId: v.optional(Id), language: Language });
export const BuyLinksQuery = v.object({ partnerId: v.optional(Id), language: Language });
/** Null where the partner has set none: the page says whom to contact. */
export const BuyLink = v.object({ clickToBuyLink: v.nullable(v.string()) });
export const BuyLinks = v.array(v.object({ type: v.string(), clickToBuyLink: v.string() }));
