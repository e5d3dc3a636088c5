import { newId, type Customer, type Price } from './objects.ts';

export type SubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled';

/** What becomes of a trial at whose end there is no card. */
export const MISSING_CARD = ['cancel', 'create_invoice'] as const;
export type MissingCard = (typeof MISSING_CARD)[number];

export const newSubscription = (
  given: {
    customer: string;
    price: Price;
    quantity: number;
    metadata: Record<string, string>;
    end: number;
    /** Undefined without a trial, which lasts until `end`. */
    missingCard: MissingCard | undefined;
  },
  created: number,
) => {
  const id = newId('sub');
  return {
    id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: given.missingCard === undefined ? created : given.end,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'classic', flexible: null },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: { comment: null, feedback: null, reason: null as string | null },
    collection_method: 'charge_automatically',
    created,
    currency: given.price.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null as string | null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [] as string[],
    ended_at: null as number | null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list' as const,
      data: [
        {
          id: newId('si', 14),
          object: 'subscription_item' as const,
          billing_thresholds: null,
          created,
          current_period_end: given.end,
          current_period_start: created,
          discounts: [],
          metadata: {},
          plan: planOf(given.price),
          price: given.price,
          quantity: given.quantity,
          subscription: id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'on_subscription',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null as string | null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: (given.missingCard === undefined ? 'incomplete' : 'trialing') as SubscriptionStatus,
    test_clock: null,
    transfer_data: null,
    trial_end: given.missingCard === undefined ? null : given.end,
    trial_settings: { end_behavior: { missing_payment_method: given.missingCard ?? 'create_invoice' } },
    trial_start: given.missingCard === undefined ? null : created,
  };
};
export type Subscription = ReturnType<typeof newSubscription>;
export type SubscriptionItem = Subscription['items']['data'][number];

/** The older form of a price, which items still carry. */
export const planOf = (price: Price) => ({
  id: price.id,
  object: 'plan' as const,
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring.interval,
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export type Line = { description: string; amount: number; proration: boolean; start: number; end: number };
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void';
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/** What is taken off an invoice, and the discount that does it. */
export type Taken = { discount: string; amount: number };

const lineOf = (line: Line, invoice: string, subscription: Subscription, taken: Taken[]) => ({
  id: newId('il'),
  object: 'line_item' as const,
  amount: line.amount,
  currency: subscription.currency,
  description: line.description,
  discount_amounts: taken,
  discountable: !line.proration,
  discounts: taken.map(({ discount }) => discount),
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: line.proration,
      proration_details: { credited_items: null },
      subscription: subscription.id,
      subscription_item: subscription.items.data[0]?.id ?? '',
    },
    type: 'subscription_item_details',
  },
  period: { start: line.start, end: line.end },
  pretax_credit_amounts: [],
  pricing: null,
  quantity: subscription.items.data[0]?.quantity ?? 1,
  quantity_decimal: null,
  subscription: subscription.id,
  subtotal: line.amount,
  taxes: [],
});

/** An invoice of these lines. What is below zero becomes credit of the customer, and credit pays first. */
export const newInvoice = (
  given: {
    customer: Customer;
    taxIds: { type: string; value: string }[];
    subscription: Subscription;
    reason: BillingReason;
    lines: readonly Line[];
    number: string | null;
    /** Off its first line. */
    taken?: Taken[];
  },
  created: number,
) => {
  const id = newId('in');
  const { customer, subscription, taken = [] } = given;
  const subtotal = given.lines.reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal - taken.reduce((sum, { amount }) => sum + amount, 0);
  const ending = Math.min(0, customer.balance + total);
  const due = Math.max(0, total + customer.balance);
  return {
    id,
    object: 'invoice' as const,
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: given.reason as BillingReason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: Object.values(customer.address).every((one) => one === null) ? null : { ...customer.address },
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: given.taxIds,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: taken.map(({ discount }) => discount),
    due_date: null,
    effective_at: created,
    ending_balance: ending,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list' as const,
      data: given.lines.map((line, at) => lineOf(line, id, subscription, at === 0 ? taken : [])),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null as number | null,
    number: given.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: (given.number === null ? 'draft' : 'open') as InvoiceStatus,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    subscription: null,
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: taken,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
};
export type Invoice = ReturnType<typeof newInvoice>;

export const newEvent = (type: string, object: unknown, created: number) => ({
  id: newId('evt'),
  object: 'event' as const,
  api_version: null as string | null,
  created,
  data: { object: structuredClone(object) as Record<string, unknown> },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
export type ProcessorEvent = ReturnType<typeof newEvent>;
