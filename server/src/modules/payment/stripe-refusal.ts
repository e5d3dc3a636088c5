/** Of a request with the same key that is under way, and of too many requests: neither says what became of an earlier one. */
const NOT_FINAL: readonly number[] = [409, 429];

/** By what its client calls its errors: the client itself is loaded only where there are payments. */
const isOfStripe = (error: unknown): error is Error & { statusCode?: number } =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe');

/**
 * Whether the provider has said for good that it does not do what was asked. After everything else it may still do it: the client asks
 * twice, and a second answer says nothing about a first request that is under way.
 */
export const isRefusal = (error: unknown): boolean =>
  isOfStripe(error) &&
  error.statusCode !== undefined &&
  error.statusCode >= 400 &&
  error.statusCode < 500 &&
  !NOT_FINAL.includes(error.statusCode);

/** Whether the provider takes nothing from this key any more. */
export const isKeyRefusal = (error: unknown): boolean => isOfStripe(error) && error.statusCode === 401;
