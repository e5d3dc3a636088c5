import Stripe from 'stripe';
import type { PaymentSettings } from '../../config/payments.ts';

const TIMEOUT_MS = 10_000;

/** Stripe's own client for a key, at Stripe or at a processor that speaks its API. */
export function stripeClient({ apiBase, secretKey }: Pick<PaymentSettings, 'apiBase' | 'secretKey'>): Stripe {
  const base = new URL(apiBase);
  return new Stripe(secretKey, {
    protocol: base.protocol === 'http:' ? 'http' : 'https',
    host: base.hostname,
    ...(base.port ? { port: base.port } : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
