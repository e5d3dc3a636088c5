import Stripe from 'stripe';
import { PanelError } from '../../kernel/errors.ts';

export const date = (seconds: number): Date => new Date(seconds * 1000);
export const idOf = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id);

/** A state that this program knows: a new one of the provider is not guessed. */
export function known<const S extends string>(states: readonly S[], state: string): S {
  const found = states.find((one) => one === state);
  if (found === undefined) throw new PanelError('PAYMENT_UNAVAILABLE', {}, {}, new Error(`Unknown state: ${state}`));
  return found;
}

/** Of a request with the same key that is under way, and of too many requests: neither says what became of an earlier one. */
const NOT_FINAL: readonly number[] = [409, 429];

/**
 * Whether the provider has said for good that it does not do what was asked. After everything else it may still do it: the client asks
 * twice, and a second answer says nothing about a first request that is under way.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  error.statusCode !== undefined &&
  error.statusCode >= 400 &&
  error.statusCode < 500 &&
  !NOT_FINAL.includes(error.statusCode);

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** A refused card has the provider's words for its owner; everything else is for the log. */
export async function asked<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new PanelError('PAYMENT_DECLINED', { reason: error.message }, {}, error);
    if (error instanceof Stripe.errors.StripeError) throw new PanelError('PAYMENT_UNAVAILABLE', {}, {}, error);
    throw error;
  }
}

/** Null for what the provider does not have. */
export const orNull = async <T>(question: Promise<T>): Promise<T | null> =>
  asked(
    question.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    }),
  );
