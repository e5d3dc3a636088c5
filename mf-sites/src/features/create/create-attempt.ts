import { ApiError, newIdempotencyKey } from '@panel/core';

let attempt: { content: string; key: string } | null = null;

/**
 * The idempotency key of one intended creation. While the outcome is unknown (a double click, no response, a server
 * shutting down), the same content is sent with the same key and makes one site. After a response the next attempt
 * gets a new key; otherwise the server would replay the old refusal.
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
