/** Stripe itself; everything else is a processor that speaks its API. */
export const STRIPE_ADDRESS = 'https://api.stripe.com';

/** The page for cards of a processor without a script for browsers; null for Stripe. */
export const cardFormAt = (apiBase: string): string | null =>
  apiBase === STRIPE_ADDRESS ? null : `${apiBase}/card-form`;
