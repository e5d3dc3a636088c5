import { extname } from 'node:path';
import type { Context } from 'hono';
import type { Built } from './releases.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const NEVER_CHANGES = 'public, max-age=31536000, immutable';

/** The answer for a file that is not there: plain text, because a browser would run or show anything else. */
export const missing = (c: Context): Response => c.text('There is no such file.', 404, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });

type Encoding = { name: 'br' | 'gzip'; ending: 'br' | 'gz' };
const ENCODINGS: readonly Encoding[] = [{ name: 'br', ending: 'br' }, { name: 'gzip', ending: 'gz' }];

/** Encodings that a client takes, best first; `q=0` refuses one. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const offered = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  return ENCODINGS.filter(({ name }) => offered.some((offer) => (offer === name || offer.startsWith(`${name};`)) && !/;\s*q=0(?:\.0*)?$/.test(offer)));
}

/** Answers with a file that the release lists, in the best form the client takes. */
export function sendAsset(c: Context, built: Built | null, name: string): Response {
  const file = built?.files.get(name);
  if (!file) return missing(c);
  const headers: Record<string, string> = {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'cache-control': NEVER_CHANGES,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
  };
  for (const { name: encoding, ending } of acceptedEncodings(c.req.header('accept-encoding'))) {
    const small = file[ending];
    if (small) return c.body(small, 200, { ...headers, 'content-encoding': encoding });
  }
  return c.body(file.whole, 200, headers);
}
