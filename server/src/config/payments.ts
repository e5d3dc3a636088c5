import * as v from 'valibot';
import { url } from './schemas.ts';

const key = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));

/** The variables of the payment provider; a key is never in a file of the panel. */
export const paymentVariables = {
  STRIPE_API_BASE: {
    schema: url('http:', 'https:'),
    fallback: 'https://api.stripe.com',
    allowed: 'the address of the API of Stripe, or of a processor that speaks it',
  },
  STRIPE_SECRET_KEY: {
    schema: key(/^[rs]k_(?:test|live)_\w{8,200}$/),
    fallback: undefined,
    allowed: 'a secret key of Stripe (sk_… or rk_…), or nothing for no payments',
  },
  STRIPE_PUBLISHABLE_KEY: {
    schema: key(/^pk_(?:test|live)_\w{8,200}$/),
    fallback: undefined,
    allowed: 'the publishable key of Stripe (pk_…) that belongs to STRIPE_SECRET_KEY',
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: key(/^whsec_\w{8,200}$/),
    fallback: undefined,
    allowed: 'the signing secret of the webhook endpoint at Stripe (whsec_…)',
  },
  TEST_PROCESSOR: {
    schema: v.picklist(['auto', 'off']),
    fallback: 'off',
    allowed: 'auto, off (auto: the demo without keys of Stripe starts a processor with test cards alone)',
  },
} as const;

type Parsed = {
  STRIPE_API_BASE: string;
  STRIPE_SECRET_KEY: string | undefined;
  STRIPE_PUBLISHABLE_KEY: string | undefined;
  STRIPE_WEBHOOK_SECRET: string | undefined;
  TEST_PROCESSOR: 'auto' | 'off';
};

export type PaymentSettings = {
  apiBase: string;
  secretKey: string;
  publishableKey: string;
  /** Without it no webhook is accepted, and the schedule alone learns what is paid. */
  webhookSecret: string | undefined;
};

export type PaymentsConfig = {
  /** Where the provider is, for accounts of partners. */
  paymentBase: string;
  /** Undefined where nothing can be bought. */
  payments: PaymentSettings | undefined;
  /** Start a processor with test cards alone where there are no keys; never in production, nor without the demo. */
  testProcessor: boolean;
};

/** Both keys, or no payments. */
export const paymentsConfig = (parsed: Parsed & { SEED: 'demo' | 'none' }, development: boolean): PaymentsConfig => ({
  testProcessor: parsed.TEST_PROCESSOR === 'auto' && parsed.SEED === 'demo' && development,
  paymentBase: parsed.STRIPE_API_BASE.replace(/\/$/, ''),
  payments:
    parsed.STRIPE_SECRET_KEY === undefined || parsed.STRIPE_PUBLISHABLE_KEY === undefined
      ? undefined
      : {
          apiBase: parsed.STRIPE_API_BASE.replace(/\/$/, ''),
          secretKey: parsed.STRIPE_SECRET_KEY,
          publishableKey: parsed.STRIPE_PUBLISHABLE_KEY,
          webhookSecret: parsed.STRIPE_WEBHOOK_SECRET,
        },
});
