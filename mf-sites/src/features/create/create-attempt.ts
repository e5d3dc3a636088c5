import { ApiError, newIdempotencyKey } from '@panel/core';

let attempt: { content: string; key: string } | null = null;

/**
 * The idempotency key of one intended creation. As long as nobody knows how an attempt ended (a double click, no
 * answer, a server on its way down) the same content goes out under the same key and makes one site; after an answer
 * the next attempt is a new one, otherwise the old refusal would be replayed.
 */
export function attemptKey(input: object): string {
  const content = JSON.stringify(input);
  if (attempt?.content !== content) attempt = { content, key: newIdempotencyKey() };
  return attempt.key;
}

const UNKNOWN_OUTCOME = new Set([0, 502, 503, 504]);

export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && UNKNOWN_OUTCOME.has(error.status);

export function endAttempt(error: unknown): void {
  if (!isOutcomeUnknown(error)) attempt = null;
}
