import type { RateStanding } from '../kernel/errors.ts';

/** The limit and what is left of it, by draft-ietf-httpapi-ratelimit-headers; empty for a call without one. */
export function rateHeaders(rate: RateStanding | undefined): Record<string, string> {
  if (!rate) return {};
  const { tries, windowSeconds, remaining, resetSeconds } = rate;
  // A full quota has no window that could end.
  const reset = remaining < tries ? `;t=${resetSeconds}` : '';
  return {
    'ratelimit-policy': `"default";q=${tries};w=${windowSeconds}`,
    ratelimit: `"default";r=${remaining}${reset}`,
  };
}
