import { randomBytes } from 'node:crypto';

export type Interval = 'month' | 'year';
type Metadata = Record<string, string>;

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789';
/** An id like Stripe's, e.g. `sub_…`. */
export const newId = (prefix: string, length = 24): string =>
  `${prefix}_${[...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')}`;

/** Of a customer; nothing is known at first. */
export type Address = Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>;
const noAddress: Address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

export const newCustomer = (
  given: { email: string | null; name: string | null; metadata: Metadata },
  created: number,
) => ({
  id: newId('cus', 14),
  object: 'customer' as const,
  address: { ...noAddress },
  /** Below zero is credit for the next invoices. */
  balance: 0,
  created,
  currency: null as string | null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: given.email,
  invoice_prefix: newId('P', 7).slice(2).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null as string | null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: given.metadata,
  name: given.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});
export type Customer = ReturnType<typeof newCustomer>;

export const newProduct = (given: { name: string; metadata: Metadata }, created: number) => ({
  id: newId('prod', 14),
  object: 'product' as const,
  active: true,
  created,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: given.metadata,
  name: given.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  type: 'service',
  unit_label: null,
  updated: created,
  url: null,
});
export type Product = ReturnType<typeof newProduct>;

export const newPrice = (
  given: {
    product: string;
    currency: string;
    amount: number;
    interval: Interval;
    metadata: Metadata;
    lookupKey: string | null;
  },
  created: number,
) => ({
  id: newId('price'),
  object: 'price' as const,
  active: true,
  billing_scheme: 'per_unit',
  created,
  currency: given.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: given.lookupKey,
  metadata: given.metadata,
  nickname: null,
  product: given.product,
  recurring: {
    interval: given.interval,
    interval_count: 1,
    meter: null,
    usage_type: 'licensed',
    trial_period_days: null,
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: given.amount,
  unit_amount_decimal: String(given.amount),
});
export type Price = ReturnType<typeof newPrice>;

export const newPaymentMethod = (
  card: { brand: string; last4: string; expMonth: number; expYear: number },
  customer: string | null,
  created: number,
) => ({
  id: newId('pm'),
  object: 'payment_method' as const,
  allow_redisplay: 'limited',
  billing_details: { address: noAddress, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: newId('f', 16).slice(2),
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created,
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});
export type PaymentMethod = ReturnType<typeof newPaymentMethod>;

export const newCheckout = (
  given: {
    customer: string;
    reference: string | null;
    successUrl: string;
    cancelUrl: string;
    currency: string;
    subtotal: number;
    total: number;
    address: string;
  },
  created: number,
) => {
  const id = newId('cs_test', 40);
  return {
    id,
    object: 'checkout.session' as const,
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: given.subtotal,
    amount_total: given.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.reference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: given.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: given.customer,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: created + 86_400,
    integration_identifier: null,
    invoice: null as string | null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid' as 'unpaid' | 'paid' | 'no_payment_required',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open' as 'open' | 'complete' | 'expired',
    submit_type: null,
    subscription: null as string | null,
    success_url: given.successUrl,
    total_details: { amount_discount: given.subtotal - given.total, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted',
    url: `${given.address}/checkout/${id}` as string | null,
    wallet_options: null,
  };
};
export type Checkout = ReturnType<typeof newCheckout>;

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

export const newPaymentIntent = (
  given: { amount: number; currency: string; customer: string; description: string },
  created: number,
) => {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent' as const,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    confirmation_method: 'automatic',
    created,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null as Record<string, unknown> | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null as { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: null } } | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method' as IntentStatus,
    transfer_data: null,
    transfer_group: null,
  };
};
export type PaymentIntent = ReturnType<typeof newPaymentIntent>;
