import * as v from 'valibot';
import { expected } from './expected.ts';

/** Why the payment provider refuses a connected account, as the panel has seen it; staff are notified. */
export const PAYMENT_ACCOUNT_PROBLEMS = ['key_refused', 'permission_missing', 'charges_off'] as const;
export type PaymentAccountProblem = (typeof PAYMENT_ACCOUNT_PROBLEMS)[number];

/** Why keys are refused, at their field. */
export const PAYMENT_KEY_REFUSALS = {
  key_refused: 'Stripe doesn’t accept this key. It may have been revoked or copied only in part.',
  permission_missing:
    'This restricted key lacks a permission. Let it read the account, and write everything under Core, Checkout, Billing and Webhooks.',
  charges_off: 'Stripe doesn’t let this account take payments yet. Finish its setup at Stripe first.',
  local: 'This installation has a test processor instead of Stripe, so only its own test keys work here.',
  mode: 'One of these keys is for test mode and the other for live mode. Use two keys of the same mode.',
  other_account: 'This publishable key belongs to another Stripe account than the secret key.',
  not_connected: 'This key belongs to another Stripe account than the connected one. Disconnect that one first.',
} as const;

const key = (pattern: RegExp, message: string) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(message), v.maxLength(220, message), v.regex(pattern, message));

/** The account at the payment provider that a partner’s customers pay to; keys are never shown again. */
export const PaymentAccount = v.object({
  /** The provider’s id of it. */
  account: v.string(),
  name: v.string(),
  country: v.string(),
  /** Lowercase, as Stripe writes it. */
  currency: v.string(),
  is_test: v.boolean(),
  /** The last four characters of the secret key. */
  key_end: v.string(),
  /** The last four characters of the publishable key. */
  publishable_end: v.string(),
  /** Where the provider sends events to. */
  webhook_url: v.string(),
  problem: v.nullable(v.picklist(PAYMENT_ACCOUNT_PROBLEMS)),
  checked_at: v.string(),
  last_event_at: v.nullable(v.string()),
  connected_at: v.string(),
  /** Subscriptions and open orders at this account. */
  running: v.number(),
});
export type PaymentAccount = v.InferOutput<typeof PaymentAccount>;

export const PaymentAccountState = v.object({
  /** Null until the partner connects one: then customers pay to the account of the installation, if it has one. */
  account: v.nullable(PaymentAccount),
  installation: v.object({
    /** Whether customers can pay to it. */
    sells: v.boolean(),
    is_test: v.boolean(),
    /** Subscriptions and open orders of the partner’s customers there. */
    running: v.number(),
  }),
});
export type PaymentAccountState = v.InferOutput<typeof PaymentAccountState>;

export const PaymentKeys = v.object({
  secret_key: key(/^[rs]k_(?:test|live)_\w{8,200}$/, 'Enter a secret key (sk_…) or a restricted key (rk_…) of Stripe.'),
  publishable_key: key(/^pk_(?:test|live)_\w{8,200}$/, 'Enter a publishable key (pk_…) of Stripe.'),
});

/** `expected`: the account that the form was opened with; an empty text for none. */
export const PaymentKeysInput = v.object({ ...PaymentKeys.entries, ...expected({ account: v.string() }) });
export type PaymentKeysInput = v.InferOutput<typeof PaymentKeysInput>;
