import type { PanelContext } from './env.ts';

const YEAR_SECONDS = 31_536_000;

/** Headers of data responses: no caching, framing, type guessing, or reading from other origins. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** Headers of every response, pages and files included. */
export function setCommonHeaders(c: PanelContext): void {
  const { id, secure } = c.get('facts');
  c.res.headers.set('x-request-id', id);
  c.res.headers.set('x-content-type-options', 'nosniff');
  if (secure) c.res.headers.set('strict-transport-security', `max-age=${YEAR_SECONDS}`);
}
