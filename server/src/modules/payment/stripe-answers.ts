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
